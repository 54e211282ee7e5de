import type * as z from 'zod/mini';
import type { PostName, RequestBody } from './endpoints.ts';
import { InverterAdditionSchema, InverterDeletionSchema, InverterEditSchema } from './inverter.ts';
import { LimitOrderSchema } from './limit-order.ts';
import { PowerOrderSchema } from './power-order.ts';

/** How the body of each POST is read and checked; the same schemas check the forms of the web app. */
export const BODY_SCHEMAS: { readonly [N in PostName]: z.ZodMiniType<RequestBody<N>> } = {
  setLimit: LimitOrderSchema,
  setPower: PowerOrderSchema,
  addInverter: InverterAdditionSchema,
  editInverter: InverterEditSchema,
  deleteInverter: InverterDeletionSchema,
};
