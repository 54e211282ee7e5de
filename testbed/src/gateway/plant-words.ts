import type { StringConfig } from '@heliograph/contract';
import { expect } from 'vitest';
import { LIST } from './inverter-list-words.ts';
import { type PlantGateway, startPlantGateway } from './plant-gateway.ts';

/** Short ways to order something of an inverter over HTTP, and to ask what became of it. */

export const LIMIT = '/api/limit/config';
export const POWER = '/api/power/config';
/** Calls that answer by serial. */
export const STATUSES = ['/api/limit/status', '/api/power/status', '/api/devinfo/status'];

/** Enough for every inverter to have told everything. */
export const SETTLED_MS = 12_000;
/** Enough for one order and its acknowledgement. */
export const ORDER_MS = 500;
/** Five transmissions of 2 s each, and a moment. */
export const GIVEN_UP_MS = 10_005;

/** What the status call says of an inverter's limit, such as `Ok 60`; 0 while it is in doubt. */
export async function limitOf(plant: PlantGateway, serial: string): Promise<string> {
  const statuses = (await plant.json('/api/limit/status')) as Record<string, Record<string, unknown>>;
  const { limit_set_status, limit_relative, limit_state } = statuses[serial] ?? {};
  return `${limit_set_status} ${limit_state === 'unknown' ? 0 : limit_relative}`;
}

/** What the status call says of the last switching of an inverter. */
export async function powerOf(plant: PlantGateway, serial: string): Promise<unknown> {
  const statuses = (await plant.json('/api/power/status')) as Record<string, Record<string, unknown>>;
  return statuses[serial]?.power_set_status;
}

/** An inverter of the live data. */
export async function liveOf(plant: PlantGateway, serial: string) {
  const inverter = (await plant.live()).find((candidate) => candidate.serial === serial);
  if (inverter === undefined) throw new Error(`${serial} is not in the live data`);
  return inverter;
}

/** Serials of the live data, in its order. */
export const liveSerials = async (plant: PlantGateway) => (await plant.live()).map(({ serial }) => serial);

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly serial: string;
  readonly channel: readonly StringConfig[];
}

/** The inverters that are configured. */
export async function listedBy(plant: PlantGateway): Promise<readonly Listed[]> {
  return ((await plant.json(LIST)) as { readonly inverter: readonly Listed[] }).inverter;
}

/** Slot, name and serial of each of them. */
export const slotsOf = async (plant: PlantGateway) =>
  (await listedBy(plant)).map(({ id, name, serial }) => [id, name, serial]);

/** Orders a limit, relative and not persistent unless the type says otherwise; it must be accepted. */
export async function orderLimit(plant: PlantGateway, serial: string, limit_value: number, limit_type = 1) {
  expect(await plant.result(LIMIT, { serial, limit_value, limit_type })).toBe(1001);
}

/** Three inverters in daylight that have told everything. */
export async function settledPlant(): Promise<PlantGateway> {
  const plant = await startPlantGateway();
  await plant.advance(SETTLED_MS);
  return plant;
}

/** Every different state of an inverter's limit that is seen while time passes in steps. */
export async function statesDuring(plant: PlantGateway, serial: string, totalMs: number, stepMs = 100) {
  const seen: string[] = [await limitOf(plant, serial)];
  for (let passedMs = 0; passedMs < totalMs; passedMs += stepMs) {
    await plant.advance(stepMs);
    const state = await limitOf(plant, serial);
    if (state !== seen.at(-1)) seen.push(state);
  }
  return seen;
}

/** The values of the limits that went on the air for an inverter. */
export const sentLimits = (plant: PlantGateway, serial: string) =>
  plant
    .sentTo(serial, 'ActivePowerControl')
    .map(({ request }) => request.kind === 'ActivePowerControl' && request.limit);
