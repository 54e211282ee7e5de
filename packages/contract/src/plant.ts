import * as z from 'zod/mini';
import {
  PLANT_AZIMUTH_MAX_DEG,
  PLANT_AZIMUTH_MIN_DEG,
  PLANT_COLUMN_MAX,
  PLANT_GROUP_COUNT_MAX,
  PLANT_GROUP_ID_MAX_LENGTH,
  PLANT_GROUP_NAME_MAX_LENGTH,
  PLANT_MODULE_COUNT_MAX,
  PLANT_ORDER_COUNT_MAX,
  PLANT_ROW_MAX,
  PLANT_STRING_MAX,
  PLANT_STRING_MIN,
  PLANT_TILT_MAX_DEG,
  PLANT_TILT_MIN_DEG,
} from './constants.ts';
import {
  type FieldRule,
  index,
  itemCount,
  keysPresent,
  plantSerial,
  rules,
  text,
  wholeInside,
  wireObject,
} from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * Where the modules of the plant lie, which of them look the same way, and in which order inverters are told. All of it is
 * ours, no original device knows it (docs/decisions/0023-extensions.md). Of an inverter that is gone it is kept: it may come
 * back.
 */

const groupId = () => text({ min: 1, max: PLANT_GROUP_ID_MAX_LENGTH, fail: 'PlantGroupId' });
const place = (max: number) => index({ max, fail: 'PlantModulePlace' });
const serial = () => plantSerial('InverterSerialZero');

/** An object that must have these keys; of the others each may be missing. */
function withKeys<Shape extends z.core.$ZodShape>(keys: readonly (keyof Shape & string)[], shape: Shape) {
  return z.pipe(
    keysPresent((has) => keys.every(has)),
    z.object(shape),
  );
}

/** Modules that look the same way, such as those of the south roof. What is not known of it is not there. */
const PlantGroupSchema = /* @__PURE__ */ withKeys(['id', 'name'], {
  id: /* @__PURE__ */ groupId(),
  name: /* @__PURE__ */ text({ min: 1, max: PLANT_GROUP_NAME_MAX_LENGTH, fail: 'PlantGroupName' }),
  /** Degrees from north, clockwise: 90 is east, 180 south. */
  azimuth: /* @__PURE__ */ z.optional(
    /* @__PURE__ */ wholeInside({
      ...{ min: PLANT_AZIMUTH_MIN_DEG, max: PLANT_AZIMUTH_MAX_DEG, fail: 'PlantGroupAzimuth' },
    }),
  ),
  /** Degrees from the ground: 0 lies flat, 90 hangs on a wall. */
  tilt: /* @__PURE__ */ z.optional(
    /* @__PURE__ */ wholeInside({
      ...{ min: PLANT_TILT_MIN_DEG, max: PLANT_TILT_MAX_DEG, fail: 'PlantGroupTilt' },
    }),
  ),
});
export type PlantGroup = z.infer<typeof PlantGroupSchema>;

/** A string of an inverter as it lies on the roof. Without a place it has not been put anywhere yet. */
const PlantModuleSchema = /* @__PURE__ */ withKeys(['serial', 'string'], {
  serial: /* @__PURE__ */ serial(),
  /** From 1. */
  string: /* @__PURE__ */ wholeInside({
    ...{ min: PLANT_STRING_MIN, max: PLANT_STRING_MAX, fail: 'PlantModuleString' },
  }),
  /** The id of its group. */
  group: /* @__PURE__ */ z.optional(/* @__PURE__ */ groupId()),
  /** Both from 0, or neither. */
  column: /* @__PURE__ */ z.optional(/* @__PURE__ */ place(PLANT_COLUMN_MAX)),
  row: /* @__PURE__ */ z.optional(/* @__PURE__ */ place(PLANT_ROW_MAX)),
});
export type PlantModule = z.infer<typeof PlantModuleSchema>;

const hasTwice = (keys: readonly unknown[]) => new Set(keys).size < keys.length;
const isHalfPlaced = ({ column, row }: PlantModule) => (column === undefined) !== (row === undefined);

interface PlantLists {
  readonly groups: readonly PlantGroup[];
  readonly modules: readonly PlantModule[];
  readonly order: readonly string[];
}

const RULES: readonly FieldRule<PlantLists>[] = [
  { key: 'groups', result: 'PlantTwice', isBroken: ({ groups }) => hasTwice(groups.map(({ id }) => id)) },
  {
    key: 'modules',
    result: 'PlantTwice',
    isBroken: ({ modules }) => hasTwice(modules.map((module) => `${module.serial} ${module.string}`)),
  },
  { key: 'modules', result: 'PlantModulePlace', isBroken: ({ modules }) => modules.some(isHalfPlaced) },
  {
    key: 'modules',
    result: 'PlantTwice',
    isBroken: ({ modules }) =>
      hasTwice(modules.flatMap(({ column, row }) => (column === undefined ? [] : [`${column} ${row}`]))),
  },
  {
    key: 'modules',
    result: 'PlantGroupUnknown',
    isBroken: ({ groups, modules }) =>
      modules.some(({ group }) => group !== undefined && !groups.some(({ id }) => id === group)),
  },
  { key: 'order', result: 'PlantTwice', isBroken: ({ order }) => hasTwice(order) },
];

/** How the plant is drawn. */
export const PlantSchema = /* @__PURE__ */ wireObject({
  groups: /* @__PURE__ */ itemCount(/* @__PURE__ */ z.array(PlantGroupSchema), {
    ...{ min: 0, max: PLANT_GROUP_COUNT_MAX, fail: 'PlantGroupCount' },
  }),
  modules: /* @__PURE__ */ itemCount(/* @__PURE__ */ z.array(PlantModuleSchema), {
    ...{ min: 0, max: PLANT_MODULE_COUNT_MAX, fail: 'PlantModuleCount' },
  }),
  /** Serials of inverters of all sources in the order in which they are told; others come behind them. */
  order: /* @__PURE__ */ itemCount(/* @__PURE__ */ z.array(/* @__PURE__ */ serial()), {
    ...{ min: 0, max: PLANT_ORDER_COUNT_MAX, fail: 'PlantOrderCount' },
  }),
}).check(/* @__PURE__ */ rules(RULES));
export type PlantSettings = z.infer<typeof PlantSchema>;

const numberOf = (value: unknown) => (isNumber(value) ? value : undefined);
const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

function readGroup({ id, name, azimuth, tilt }: Readonly<Record<string, unknown>>): PlantGroup[] {
  if (typeof id !== 'string' || typeof name !== 'string') return [];
  return [
    {
      ...{ id, name },
      ...(isNumber(azimuth) && { azimuth }),
      ...(isNumber(tilt) && { tilt }),
    },
  ];
}

function readModule(wire: Readonly<Record<string, unknown>>): PlantModule[] {
  const { serial, group } = wire;
  const [string, column, row] = [wire.string, wire.column, wire.row].map(numberOf);
  if (typeof serial !== 'string' || string === undefined) return [];
  return [
    {
      ...{ serial, string },
      ...(typeof group === 'string' && { group }),
      ...(column !== undefined && row !== undefined && { column, row }),
    },
  ];
}

/** Where the modules lie, their groups, and the order of the inverters. */
export const getPlant: ReadersEndpoint<PlantSettings, PlantSettings> = {
  method: 'GET',
  path: '/api/heliograph/plant',
  access: 'readonly',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          groups: recordsOf(value.groups).flatMap(readGroup),
          modules: recordsOf(value.modules).flatMap(readModule),
          order: Array.isArray(value.order) ? value.order.filter((serial) => typeof serial === 'string') : [],
        }
      : undefined,
};

/** Saves all of it at once. */
export const setPlant: Endpoint<ApiResult, ReceivedApiResult, PlantSettings> = {
  method: 'POST',
  path: '/api/heliograph/plant',
  access: 'admin',
  query: [],
  read: readApiResult,
};
