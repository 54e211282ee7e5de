import { ChevronDown } from 'lucide';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './combo-box.module.css';
import fieldStyles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { type ComboOption, findOptions, onlyOption } from './find-options.ts';
import type { TextBinding } from './use-form.ts';

interface ComboBoxProps extends FieldTexts {
  readonly field: TextBinding;
  readonly options: readonly ComboOption[];
  /** The label of the field's value, which need not be among the options. */
  readonly shown: string;
  /** What to say when nothing is found by what was typed. */
  readonly noneFound: string;
}

/** The list is open: what was typed since, and the option that the keys have reached. */
interface Search {
  readonly typed: string | undefined;
  readonly active: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/**
 * A choice of one of many, found by typing parts of it. What was typed counts once it is chosen, or when the field is
 * left and it can only mean one; else the choice stays as it was. Source of the keys and roles: ARIA Authoring
 * Practices, editable combobox with list autocomplete.
 */
export function ComboBox({ field, options, shown, noneFound, ...texts }: ComboBoxProps) {
  const listId = useId();
  const [search, setSearch] = useState<Search>();
  const typed = search?.typed;
  const found = useMemo(
    () => (typed === undefined ? options : findOptions(options, typed)),
    [options, typed],
  );
  const isListed = search !== undefined && found.length > 0;
  const isNoneFound = typed !== undefined && found.length === 0 && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  function open(): void {
    if (field.readOnly || search !== undefined) return;
    setSearch({ typed: undefined, active: options.findIndex(({ value }) => value === field.value) });
  }

  function choose(option: ComboOption | undefined): void {
    setSearch(undefined);
    if (option !== undefined) field.onText(option.value);
  }

  /** What nothing matches stays, and is said to be none. */
  function enter(active: number): void {
    if (!isNoneFound) choose(found[active]);
  }

  function leave(): void {
    if (typed !== undefined) choose(onlyOption(found, typed));
    setSearch(undefined);
    field.onLeave();
  }

  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing || (search === undefined && step === undefined)) return;
    if (search === undefined) open();
    else if (step !== undefined)
      setSearch({ ...search, active: stepFrom(search.active, step, found.length) });
    else if (event.key === 'Enter') enter(search.active);
    else if (event.key === 'Escape') setSearch(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <Field
      {...texts}
      field={field}
      notice={isNoneFound ? { kind: 'warning', text: noneFound } : texts.notice}
      control={(aria) => (
        <div className={styles.combo}>
          <input
            {...aria}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-activedescendant={isListed && search.active >= 0 ? optionId(search.active) : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={fieldStyles.input}
            name={field.name}
            value={typed ?? shown}
            readOnly={field.readOnly}
            onClick={(event) => {
              if (search === undefined) event.currentTarget.select(); // the next letter begins a search
              open();
            }}
            onChange={({ currentTarget: { value } }) =>
              setSearch({ typed: value, active: value.trim() === '' ? -1 : 0 })
            }
            onKeyDown={press}
            onBlur={leave}
          />
          <Icon of={ChevronDown} className={fieldStyles.sign} size={18} />
          {isListed && (
            <OptionList
              key={typed} // each search begins at its top
              {...{ listId, optionId, found }}
              label={texts.label}
              active={search.active}
              chosen={field.value}
              onChoose={choose}
            />
          )}
        </div>
      )}
    />
  );
}

/** So many options on, from the first or the last at most; the first step goes onto the list. */
function stepFrom(active: number, step: number, count: number): number {
  if (active < 0) return step > 0 ? 0 : count - 1;
  return Math.min(Math.max(active + step, 0), count - 1);
}

interface OptionListProps {
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly label: string;
  readonly found: readonly ComboOption[];
  readonly active: number;
  readonly chosen: string;
  readonly onChoose: (option: ComboOption) => void;
}

// As tall as a thumb: --target. All the same, so that only those in sight need to be there.
const ROW_PX = 44;
const ROWS_BEFORE = 8;
const ROWS_AFTER = 24;

function OptionList({ listId, optionId, label, found, active, chosen, onChoose }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [firstInSight, setFirstInSight] = useState(Math.max(0, active));
  const from = Math.max(0, firstInSight - ROWS_BEFORE);

  useLayoutEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  useLayoutEffect(() => {
    if (list.current === null) return;
    reveal(list.current, Math.max(0, active) * ROW_PX);
    setFirstInSight(rowAtTop(list.current));
  }, [active]);

  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={label}
      className={styles.list}
      onScroll={({ currentTarget }) => setFirstInSight(rowAtTop(currentTarget))}
    >
      <div role="presentation" style={{ height: found.length * ROW_PX, paddingTop: from * ROW_PX }}>
        {found.slice(from, firstInSight + ROWS_AFTER).map((option, place) => (
          // The keys are the field's, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={option.value}
            id={optionId(from + place)}
            role="option"
            tabIndex={-1}
            aria-selected={from + place === active}
            aria-setsize={found.length}
            aria-posinset={from + place + 1}
            className={`${styles.option} ${option.value === chosen ? styles.chosen : ''}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <span>{option.label}</span>
            <span className={styles.note}>{option.note}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function rowAtTop(list: HTMLElement): number {
  return Math.floor(list.scrollTop / ROW_PX);
}

/** Scrolls by a row where that is enough; what is farther away comes to the middle. */
function reveal(list: HTMLElement, topPx: number): void {
  const abovePx = list.scrollTop - topPx;
  const belowPx = topPx + ROW_PX - list.scrollTop - list.clientHeight;
  if (Math.max(abovePx, belowPx) > ROW_PX) list.scrollTop = topPx - (list.clientHeight - ROW_PX) / 2;
  else if (abovePx > 0) list.scrollTop = topPx;
  else if (belowPx > 0) list.scrollTop += belowPx;
}
