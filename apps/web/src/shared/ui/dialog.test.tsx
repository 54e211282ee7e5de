// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

const user = userEvent.setup();

function Page({
  busy = false,
  autofocus = false,
}: {
  readonly busy?: boolean;
  readonly autofocus?: boolean;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{'Open'}</Button>
      {open && (
        <Dialog
          title="Set limit"
          subtitle="Garage"
          closeLabel="Close"
          busy={busy}
          onClose={() => setOpen(false)}
          footer={<Button>{'Save'}</Button>}
        >
          <label>
            {'Value'}
            <input {...(autofocus ? { 'data-autofocus': true } : {})} />
          </label>
        </Dialog>
      )}
    </>
  );
}

async function open(page: React.ReactNode): Promise<HTMLElement> {
  render(page);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'Set limit' });
}

/** What a browser does when it asks whether a dialog may be closed. */
function askToCancel(dialog: HTMLElement): boolean {
  return fireEvent(dialog, new Event('cancel', { cancelable: true }));
}

function pressBeside(dialog: HTMLElement): void {
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
}

describe('a dialog', () => {
  afterEach(cleanup);

  it('is modal, named by its title and described by what it is about', async () => {
    const dialog = await open(<Page />);
    expect((dialog as HTMLDialogElement).open).toBe(true);
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Garage');
  });

  it('begins at its title, or at the field that asks for it', async () => {
    await open(<Page />);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set limit' }));
    cleanup();
    await open(<Page autofocus />);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value' }));
  });

  it.each<[name: string, close: (dialog: HTMLElement) => unknown]>([
    ['Esc', () => user.keyboard('{Escape}')],
    ['the cross', () => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['a press beside it', pressBeside],
    ['a phone’s way back', askToCancel],
    ['the browser itself', (dialog) => fireEvent(dialog, new Event('close'))],
  ])('is closed by %s, and the focus goes back', async (_name, close) => {
    const dialog = await open(<Page />);
    await close(dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });

  it('stays open while something is in flight', async () => {
    const dialog = (await open(<Page busy />)) as HTMLDialogElement;
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    pressBeside(dialog);
    expect(askToCancel(dialog)).toBe(false);
    dialog.close(); // as a browser does on its own account
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(dialog.open).toBe(true);
  });

  it('is not closed by a press that began inside', async () => {
    const dialog = await open(<Page />);
    fireEvent.pointerDown(screen.getByRole('textbox', { name: 'Value' }));
    fireEvent.click(dialog);
    expect(screen.getByRole('dialog')).toBe(dialog);
  });

  it('is not closed by a file field inside that was cancelled', async () => {
    await open(<Page />);
    const field = screen.getByRole('textbox', { name: 'Value' });
    fireEvent(field, new Event('cancel', { bubbles: true, cancelable: true }));
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('leaves another one below it open', async () => {
    render(
      <Dialog title="Edit" closeLabel="Close" onClose={() => expect.unreachable()}>
        <Page />
      </Dialog>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Edit' })).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Set limit' })).toBeNull();
  });
});
