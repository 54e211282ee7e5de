import { ChevronDown } from 'lucide';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { findPage, type PageName } from '../shared/lib/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './nav-dropdown.module.css';
import { NavLink } from './nav-link.tsx';

interface NavDropdownProps {
  readonly label: string;
  readonly groups: readonly (readonly PageName[])[];
}

/** Which of `count` links a key leads to from link `from` (-1: the button); undefined for other keys. */
function linkAfterKey(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (from + 1) % count;
  if (key === 'ArrowUp') return from <= 0 ? count - 1 : from - 1;
  if (from < 0) return undefined; // Home and End belong to the open list
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * A button that discloses a list of links. Arrow keys open it and move inside, Esc closes it and gives the focus back,
 * leaving it or choosing a link closes it.
 */
export function NavDropdown({ label, groups }: NavDropdownProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [path] = useLocation();
  const page = findPage(path);
  const isCurrent = page !== undefined && groups.some((pages) => pages.includes(page));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
      return;
    }
    const links = (): HTMLElement[] => [...(root.current?.querySelectorAll('a') ?? [])];
    const from = event.target instanceof HTMLElement ? links().indexOf(event.target) : -1;
    const to = linkAfterKey(event.key, from, groups.flat().length);
    if (to === undefined) return;
    event.preventDefault();
    flushSync(() => setOpen(true));
    links()[to]?.focus();
  }

  function onBlur(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its button and links let through
    <div ref={root} className={styles.dropdown} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        variant="bare"
        aria-expanded={open}
        aria-controls={listId}
        aria-current={isCurrent ? 'true' : undefined}
        className={styles.button}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon of={ChevronDown} size={16} className={styles.chevron} />
      </Button>
      <div id={listId} className={styles.list} hidden={!open}>
        {open &&
          groups.map((pages) => (
            <ul key={pages[0]}>
              {pages.map((page) => (
                <li key={page}>
                  <NavLink page={page} className={styles.link} onClick={() => setOpen(false)} />
                </li>
              ))}
            </ul>
          ))}
      </div>
    </div>
  );
}
