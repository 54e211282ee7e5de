// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { saveButton } from '../../../test/form-parts.ts';
import { CONFIG, openNtpSettings } from '../../../test/open-ntp-settings.ts';
import { jsonResponse } from '../../../test/render-app.tsx';

describe('the time server', { timeout: 60_000 }, () => {
  it('is saved with everything that the page does not know', async () => {
    const { device, user, server } = await openNtpSettings((device) => {
      device.config = { ...CONFIG, ntp_extra: { a: 1 } };
    });
    await user.clear(server);
    await user.type(server, 'ptbtime1.ptb.de');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    const body = { ...CONFIG, ntp_extra: { a: 1 }, ntp_server: 'ptbtime1.ptb.de' };
    expect(device.posts).toEqual([{ path: '/api/ntp/config', body }]);
  });

  it.each(['', 'a'.repeat(33)])('is refused at the field before it is sent: %j', async (text) => {
    const { device, user, server } = await openNtpSettings();
    await user.clear(server);
    if (text !== '') await user.type(server, text);
    await user.tab();
    await screen.findByText('The time server must be between 1 and 32 characters long!');
    await user.click(saveButton());
    expect(device.posts).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(server));
  });

  it('is sent without the blanks around it, and not when it can be none', async () => {
    const { device, user, server } = await openNtpSettings();
    const say = async (text: string) => {
      await user.clear(server);
      await user.type(server, text);
      await user.click(saveButton());
    };
    for (const text of ['one two', '<b>']) {
      await say(text);
      await screen.findByText('Not a valid hostname or address.');
    }
    await say('   ');
    await screen.findByText('The time server must be between 1 and 32 characters long!');
    await say(' zeit.ö-2.example:123 ');
    await screen.findByText('Settings saved!');
    expect(device.posts.map(({ body }) => body.ntp_server)).toEqual(['zeit.ö-2.example:123']);
  });

  it('tells what an original device says of its own limit', async () => {
    const { user, server } = await openNtpSettings((device) => {
      device.answerPost = () =>
        jsonResponse({ type: 'warning', message: '', code: 9001, param: { max: 31 } });
    });
    await user.type(server, '.example');
    await user.click(saveButton());
    const text = 'The time server must be between 1 and 31 characters long!';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2)); // at the field and in the alert
    expect(server.value).toBe('pool.ntp.org.example');
    expect(server.getAttribute('aria-invalid')).toBe('true');
  });
});
