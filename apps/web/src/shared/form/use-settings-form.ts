import { type AnyEndpoint, type ApiResult, asSent, type ReceivedApiResult } from '@heliograph/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallResult } from '../api/call.ts';
import { useServices } from '../api/services.ts';
import { useTexts } from '../i18n/i18n-context.ts';
import { isGroup } from '../lib/is-group.ts';
import type { FormValues } from './drafts.tsx';
import { type BodySchema, schemaErrors } from './schema-errors.ts';
import { type FieldErrors, type Form, useForm } from './use-form.ts';

/** How a page of settings is stored, checked and sent. */
export interface Settings<Received extends object, Body, V extends FormValues> {
  /** Names what was typed while its page is away for a login. */
  readonly draftKey: string;
  readonly load: AnyEndpoint<unknown, Received>;
  readonly save: AnyEndpoint<ApiResult, ReceivedApiResult, Body>;
  /** The body's schema. Its paths, joined by dots, are the names of the fields; of what is no field the gateway judges. */
  readonly schema: BodySchema;
  readonly valuesOf: (received: Received) => V;
  /** What the values come to: fields that do not count now are as stored, texts are without what is cut off. */
  readonly settle?: ((values: V, stored: V) => V) | undefined;
  /** Whether a field is out of sight, so that nobody could correct it: the gateway alone judges it. */
  readonly isHidden?: ((name: keyof V, values: V) => boolean) | undefined;
  /**
   * What is sent: everything received (so that what the page does not know goes back unchanged), and over it what
   * stands in the fields that are shown.
   */
  readonly bodyOf: (values: V, received: Received) => Body;
  /** The form's own narrower checks; they win over the schema's, which are `errors`. */
  readonly moreErrors?:
    | ((values: V, received: Received, errors: FieldErrors<V>) => FieldErrors<V>)
    | undefined;
  /** The field that a refusal is about: by its code, or by its message where there is none. */
  readonly fieldOf: (answer: ReceivedApiResult, values: V) => keyof V | undefined;
  /** Asked before anything is sent; false sends nothing. */
  readonly beforeSave?: ((values: V, changed: Partial<V>) => Promise<boolean>) | undefined;
  /** After a success, before the settings are read again; `before` is what was stored until then. */
  readonly onSaved?:
    | ((values: V, answer: ReceivedApiResult, before: Received) => void | Promise<void>)
    | undefined;
}

interface SettingsForm<V extends FormValues> {
  readonly form: Form<V>;
  /** What came of the last save that got an answer of success; also that there was nothing to save. */
  readonly outcome: ReceivedApiResult | undefined;
  readonly setOutcome: (outcome: ReceivedApiResult | undefined) => void;
}

/** The form of a page of settings. `received` is what was read last; `reload` reads it again. */
export function useSettingsForm<Received extends object, Body, V extends FormValues>(
  settings: Settings<Received, Body, V>,
  received: Received,
  reload: () => void,
): SettingsForm<V> {
  const texts = useTexts('common');
  const { call } = useServices();
  const [outcome, setOutcome] = useState<ReceivedApiResult>();
  const { schema, bodyOf, valuesOf } = settings;
  const sent = useRef({ values: valuesOf(received), before: received });
  const send = call as <Answer>(
    endpoint: AnyEndpoint<unknown, Answer, unknown>,
    options?: object,
  ) => Promise<CallResult<Answer>>;

  const form = useForm<V>({
    draftKey: settings.draftKey,
    initial: valuesOf(received),
    errorsOf: (values) => {
      const errors = schemaErrors(texts, schema, bodyOf(values, received)) as FieldErrors<V>;
      const more = settings.moreErrors?.(values, received, errors);
      const names: readonly (keyof V & string)[] = Object.keys(values);
      const shown = names.filter((name) => !settings.isHidden?.(name, values));
      return Object.fromEntries(shown.map((name) => [name, more?.[name] ?? errors[name]])) as FieldErrors<V>;
    },
    settle: settings.settle,
    mayBeSent: settings.beforeSave,
    // What somebody else has changed since stays as it is: only what was changed here goes over what is stored now.
    save: async (_values, changed) => {
      const current = await send(settings.load);
      if (current.kind !== 'answered') return { ...current, isUnsent: true };
      const before = current.answer;
      const values = { ...valuesOf(before), ...changed };
      const unchanged = bodyOf(valuesOf(before), before);
      sent.current = { values, before };
      const result = await send(settings.save, {
        body: withoutUnknown(bodyOf(values, before), unchanged, asSent(before)),
      });
      // It may have been taken all the same: what is stored now tells.
      if (result.kind === 'unreachable' || result.kind === 'unreadable') reload();
      return result;
    },
    fieldOf: settings.fieldOf,
    onSaved: async (answer) => {
      setOutcome(answer);
      const { values, before } = sent.current;
      await settings.onSaved?.(values, answer, before);
      reload();
    },
  });

  const rebase = useEffectEvent((stored: Received) => form.rebase(valuesOf(stored)));
  const known = useRef(received);
  useEffect(() => {
    if (known.current === received) return;
    known.current = received;
    rebase(received);
  }, [received]);

  return { form, outcome, setOutcome };
}

/** A body without the values that the gateway did not send and nobody has changed: they would be our inventions. */
function withoutUnknown(body: unknown, unchanged: unknown, answer: unknown): unknown {
  if (!isGroup(body) || body === answer) return body;
  const [before, sent] = [unchanged, answer].map((group) => (isGroup(group) ? group : {}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const isKnown = key in (sent ?? {}) || value !== before?.[key];
      return isKnown ? [[key, withoutUnknown(value, before?.[key], sent?.[key])]] : [];
    }),
  );
}
