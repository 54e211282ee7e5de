import * as z from 'zod/mini';

/** Bytes of a slot. Source: docs/reference/original-device.md#system-status and #firmware. */
export const SLOT_BYTES = 0x18_0000;

export type SlotName = 'a' | 'b';

/** An image in a slot. */
const SlotSchema = z.object({
  /** Of the file, in hex. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Bytes of the image. */
  length: z.int().check(z.minimum(1), z.maximum(SLOT_BYTES)),
  version: z.string().check(z.minLength(1), z.maxLength(32)),
});
export type Slot = z.infer<typeof SlotSchema>;

/** Which image runs, as it is on the disk. */
const FirmwareStateSchema = z.object({
  /** The slot whose image runs; null: our own version, without any image. */
  active: z.nullable(z.enum(['a', 'b'])),
  slots: z.object({ a: z.nullable(SlotSchema), b: z.nullable(SlotSchema) }),
  /** Starts of the active image of which none was a success so far; null: it has proven itself. */
  startsUnconfirmed: z.nullable(z.int().check(z.minimum(0))),
});
export type FirmwareState = z.infer<typeof FirmwareStateSchema>;

export const NO_IMAGE: FirmwareState = { active: null, slots: { a: null, b: null }, startsUnconfirmed: null };

export function readFirmwareState(value: unknown): FirmwareState | undefined {
  const parsed = z.safeParse(FirmwareStateSchema, value);
  return parsed.success ? parsed.data : undefined;
}

/** The image that runs; undefined where none does. */
export function activeSlot({ active, slots }: FirmwareState): Slot | undefined {
  return (active === null ? null : slots[active]) ?? undefined;
}

const otherSlot = (name: SlotName | null): SlotName => (name === 'a' ? 'b' : 'a');

/** Named after what it holds, so that a new image never takes the place of one that may still be needed. */
export const imageFile = ({ sha256 }: Pick<Slot, 'sha256'>): string => `firmware-${sha256.slice(0, 16)}.bin`;

const IMAGE_FILE = /^firmware-[0-9a-f]{16}\.bin$/;

/** The files of images, of all these names, that no slot has. */
export function unusedFiles(names: readonly string[], { slots: { a, b } }: FirmwareState): readonly string[] {
  const used = [a, b].map((slot) => slot && imageFile(slot));
  return names.filter((name) => IMAGE_FILE.test(name) && !used.includes(name));
}

/** The next image goes where the one that runs is not. */
export function withImage(state: FirmwareState, slot: Slot): FirmwareState {
  const active = otherSlot(state.active);
  return { active, slots: { ...state.slots, [active]: slot }, startsUnconfirmed: 0 };
}

/** The image of the other slot runs, as it did before, where there is another one, else our own version. */
export function withoutActive(state: FirmwareState): FirmwareState {
  if (state.active === null) return state;
  const other = otherSlot(state.active);
  const failed = state.slots[state.active]?.sha256;
  const without = (slot: Slot | null) => (slot?.sha256 === failed ? null : slot);
  const slots = { a: without(state.slots.a), b: without(state.slots.b) };
  return { active: slots[other] === null ? null : other, slots, startsUnconfirmed: null };
}
