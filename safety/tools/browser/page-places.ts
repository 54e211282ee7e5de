import type { Page } from '@playwright/test';
import { HomePage } from '../../../e2e/pages/home-page.ts';
import { ROUTES } from '../../../e2e/routes.ts';
import type { ScriptedDevice } from './scripted-device.ts';
import { DIALOGS, lookAtDialog, type Shown, visit } from './scripted-page.ts';

export const LIVE = '/api/livedata/status';

/** A page or a dialog that shows what the gateway answers. */
export interface Place {
  readonly name: string;
  /** Paths that it asks for. */
  readonly asks: readonly string[];
  /** Goes there anew; `look` is called once it has settled. */
  readonly open: (look?: () => Promise<void>) => Promise<Shown>;
}

/** Login and about ask nothing; the live view is told by its socket. */
const PAGES = ROUTES.filter((route) => !['/', '/login', '/about'].includes(route));

/** Every page and dialog but the live view itself, with what it asks for when all goes well. */
export async function findPlaces(page: Page, device: ScriptedDevice): Promise<Place[]> {
  await page.goto('/about');
  const places: Place[] = [];
  const add = async (name: string, open: Place['open']) => {
    device.takeCalls();
    const { text } = await open();
    if (text === '') throw new Error(`${name} is blank already when all goes well`);
    const gets = device.takeCalls().filter((call) => call.startsWith('GET '));
    places.push({ name, asks: [...new Set(gets)].map((call) => call.slice('GET '.length)), open });
  };
  for (const path of PAGES) {
    await add(path, async (look) => {
      const shown = await visit(page, path);
      await look?.();
      return shown;
    });
  }
  device.say('/livedata', await device.trueAnswer(LIVE));
  for (const name of DIALOGS) {
    await add(name, async (look) => {
      await visit(page, '/');
      return lookAtDialog(page, name, look);
    });
  }
  return places;
}

/**
 * What the gateway truly answers at the places, by path; the live view must be open, whose inverter is asked for. What
 * it has not (an optional file, say) is an empty object.
 */
export async function trueAnswers(
  page: Page,
  device: ScriptedDevice,
  places: readonly Place[],
): Promise<ReadonlyMap<string, string>> {
  const serial = await new HomePage(page).fact('Serial number').locator('span').first().innerText();
  const texts = new Map<string, string>();
  for (const path of new Set(places.flatMap(({ asks }) => asks))) {
    const query = path === '/api/eventlog/status' ? `?inv=${serial}` : '';
    texts.set(path, await device.trueAnswer(path + query).catch(() => '{}'));
  }
  return texts;
}
