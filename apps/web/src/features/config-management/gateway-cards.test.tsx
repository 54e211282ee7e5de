// @vitest-environment happy-dom
import { FILE_REFUSAL_HEADER } from '@heliograph/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Task, TaskSteps } from '../../shared/page/use-task.ts';
import { GatewayCards } from './gateway-cards.tsx';

const PREVIEW = {
  ...{ version: '0.2.0', at: 1_784_500_000, has_history: true },
  sections: [{ section: 'dtu', values: [{ path: ['dtu_pollinterval'], before: 5, after: 9 }] }],
};

async function open(preview: () => Response) {
  const sent: unknown[] = [];
  const task: Task = {
    state: undefined,
    run: (work) =>
      void work({
        send: async (upload: unknown, _form: unknown, query: unknown) => {
          sent.push([(upload as { path: string }).path, query]);
          return { kind: 'restarting', restartMs: 0 };
        },
      } as unknown as TaskSteps),
    restarts: () => undefined,
    cancel: () => undefined,
    leave: () => undefined,
  };
  const requests = createFakeRequests();
  const app = await renderPart(<GatewayCards task={task} />, {
    stored: LOGGED_IN,
    openRequest: requests.open,
    fetch: async () => preview(),
  });
  const card = within(await screen.findByRole('region', { name: 'Restore everything' }));
  const choose = () =>
    fireEvent.change(card.getByLabelText('Backup of everything'), {
      target: { files: [new File(['x'], 'x.backup')] },
    });
  return { ...app, sent, requests, card, choose };
}

it('a backup of everything is shown with what it would change, and restored with the history or without', async () => {
  const { card, choose, user, sent } = await open(() => jsonResponse(PREVIEW));
  choose();
  expect(readable(await card.findByRole('listitem'))).toBe('DTU · Poll interval5 → 9');
  card.getByText(/by Heliograph 0\.2\.0$/);
  await user.click(card.getByRole('button', { name: 'Restore everything' }));
  await user.click(card.getByRole('switch', { name: 'Restore the history, too' }));
  await user.click(card.getByRole('button', { name: 'Restore everything' }));
  expect(sent).toEqual([
    ['/api/heliograph/backup', { history: '1' }],
    ['/api/heliograph/backup', {}],
  ]);
});

it('a file that is none is not sent, and the field says why', async () => {
  const refusal = { [FILE_REFUSAL_HEADER]: 'image-cut-short' };
  const { card, choose, user, sent } = await open(
    () => new Response('The backup is incomplete or damaged.', { status: 500, headers: refusal }),
  );
  choose();
  await card.findByText('This file is incomplete or damaged.');
  await user.click(card.getByRole('button', { name: 'Restore everything' }));
  expect(sent).toEqual([]);
});

it('a restore needs a file', async () => {
  const { card, user, sent } = await open(() => jsonResponse(PREVIEW));
  await user.click(card.getByRole('button', { name: 'Restore everything' }));
  card.getByText('No file selected');
  expect(sent).toEqual([]);
});

it('a backup is loaded with the history where that is wanted, and saved under the day', async () => {
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user, requests } = await open(() => jsonResponse(PREVIEW));
  await user.click(screen.getByRole('button', { name: 'Download everything' }));
  expect(requests.last.url).toContain('/api/heliograph/backup?history=1');
  screen.getByRole('button', { name: 'The gateway is making the backup…' });
  requests.last.answers();
  await waitFor(() => expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-heliograph\.backup$/)]));
});

it.each([
  ['disk-full', /disk of the gateway is full/],
  ['disk-read-only', /data folder is read-only/],
  ['not-stored', /The log of the gateway says why/],
])('a backup that could not be made is told with its reason (%s)', async (reason, sentence) => {
  const { user, requests } = await open(() => jsonResponse(PREVIEW));
  await user.click(screen.getByRole('button', { name: 'Download everything' }));
  requests.last.answers({ status: 500, headers: { [FILE_REFUSAL_HEADER]: reason } });
  expect(readable(await screen.findByRole('alert'))).toMatch(sentence);
  screen.getByRole('button', { name: 'Download everything' });
});
