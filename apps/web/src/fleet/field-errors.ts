import type { FLEET_BODIES } from '@heliograph/fleet-contract';

type BodySchema = (typeof FLEET_BODIES)[keyof typeof FLEET_BODIES];

/** The keys of a body that the server would not take, as its own schema has it. */
export function badKeys(schema: BodySchema, body: unknown): ReadonlySet<string> {
  const { error } = schema.safeParse(body);
  return new Set(error?.issues.map(({ path }) => String(path[0])) ?? []);
}

const DEGREES = /^[+-]?\d{1,3}(?:[.,]\d+)?$/;

/** Degrees as somebody types them; undefined where they are none. */
export function degreesOf(text: string): number | undefined {
  const trimmed = text.trim().replace('\u2212', '-');
  return DEGREES.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}
