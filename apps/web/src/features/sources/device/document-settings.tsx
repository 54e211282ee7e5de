import {
  DEFAULT_PROFILE_NAMES,
  type ReceivedApiResult,
  type SourceDocument,
  type SourceProblem,
} from '@heliograph/contract';
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ServicesProvider, useServices } from '../../../shared/api/services.ts';
import type { FormValues } from '../../../shared/form/drafts.tsx';
import {
  type SettingsPageProps,
  type SettingsVariant,
  SettingsVariantProvider,
} from '../../../shared/form/settings-variant.ts';
import type { FieldErrors, Form } from '../../../shared/form/use-form.ts';
import { Waiting } from '../../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { problemText } from '../source-values.ts';
import { createDeviceCall, valueAt } from './device-call.ts';
import { NewerCard } from './newer-card.tsx';
import { FIELD_OF_CODE, newerErrors, newerSettings, newerValues, withNewer } from './newer-settings.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** Our own pages of settings, by the document that each of them is about. */
export type SettingsPages = Readonly<Record<SourceDocument, ComponentType>>;

interface DocumentSettingsProps {
  /** Of the device. */
  readonly id: string;
  readonly document: SourceDocument;
  /** It is no other Heliograph, of which our own pages have all that it heeds. */
  readonly isOriginal: boolean;
  readonly pages: SettingsPages;
}

/** One document of the settings of a device, on the page that our own gateway has for it. */
export function DocumentSettings({ id, document, isOriginal, pages }: DocumentSettingsProps) {
  const services = useServices();
  const texts = useTexts('plant', 'sources');
  const [problem, setProblem] = useState<SourceProblem>();
  const { variant, question } = useDeviceVariant(id, document, isOriginal);
  const { call, session } = services;
  const ofDevice = useMemo(
    () => ({
      ...services,
      first: undefined,
      // A new password of the device is none of ours.
      session: { ...session, logIn: () => undefined },
      call: createDeviceCall({
        ...{ call, id, onProblem: setProblem },
        problemText: (found) => problemText(texts, found),
      }),
    }),
    [services, session, call, id, texts],
  );
  if (problem !== undefined) return <ProblemAlert problem={problem} onRetry={() => setProblem(undefined)} />;
  const Page = pages[document];
  return (
    <ServicesProvider value={ofDevice}>
      <SettingsVariantProvider value={variant}>
        <Suspense
          fallback={
            <Waiting>
              <Skeleton height="25rem" />
            </Waiting>
          }
        >
          <Page />
        </Suspense>
        {question}
      </SettingsVariantProvider>
    </ServicesProvider>
  );
}

/** What is different from our own page: more fields, words about the device, and a question before it may be cut off. */
function useDeviceVariant(
  id: string,
  document: SourceDocument,
  isOriginal: boolean,
): { readonly variant: SettingsVariant; readonly question: ReactNode } {
  const { format } = useI18n();
  const texts = useTexts('common', 'sources');
  const [question, setQuestion] = useState<{ readonly answer: (isWanted: boolean) => void }>();
  const variant = useMemo((): SettingsVariant => {
    const { device: t } = texts.sources;

    return {
      placeNote: t.placeNote,
      adapt<Received extends object, Body, V extends FormValues>(
        page: SettingsPageProps<Received, Body, V>,
      ): SettingsPageProps<Received, Body, V> {
        const rowsOf = (received: Received) => (isOriginal ? newerSettings(document, received) : []);
        const hasZeroPlace = isOriginal && document === 'time';
        const told = (received: Received) => (hasZeroPlace ? withoutZeroPlace(received) : received);
        const sent = (body: Body) => (hasZeroPlace ? withZeroPlace(body) : body);
        return {
          ...page,
          title: '',
          draftKey: `source-${id}-${document}`,
          info: infoOf(t, document),
          valuesOf: (received) => ({
            ...page.valuesOf(told(received)),
            ...newerValues(rowsOf(received), received),
          }),
          bodyOf: (values, received) =>
            withNewer(sent(page.bodyOf(values, told(received))), rowsOf(received), values, received) as Body,
          moreErrors: (values, received, errors) =>
            ({
              ...page.moreErrors?.(values, received, errors),
              ...newerErrors(texts, format, rowsOf(received), values),
            }) as FieldErrors<V>,
          fieldOf: (answer: ReceivedApiResult, values) =>
            page.fieldOf(answer, values) ?? FIELD_OF_CODE.get(answer.code ?? 0),
          ...(document === 'network' && {
            beforeSave: async (_: V, changed: Partial<V>) =>
              !WAYS_IN.some((name) => name in changed) ||
              (await new Promise<boolean>((answer) => setQuestion({ answer }))),
          }),
          children: (form, received) => (
            <>
              {page.children(form, received)}
              <NewerCard
                form={form as unknown as Form<FormValues>}
                rows={rowsOf(received)}
                received={received}
                note={document === 'device' && <ProfileNote received={received} />}
              />
            </>
          ),
        };
      },
    };
  }, [id, document, isOriginal, texts, format]);

  function answer(isWanted: boolean): void {
    question?.answer(isWanted);
    setQuestion(undefined);
  }

  return { variant, question: question && <CutOffDialog onAnswer={answer} /> };
}

/** An original device has two numbers where no place is set: both are 0, somewhere in the sea. */
function withoutZeroPlace<Received extends object>(received: Received): Received {
  const isZero = valueAt(received, 'latitude') === 0 && valueAt(received, 'longitude') === 0;
  return isZero ? { ...received, latitude: null, longitude: null } : received;
}

function withZeroPlace<Body>(body: Body): Body {
  const isNone = valueAt(body, 'latitude') === null && valueAt(body, 'longitude') === null;
  return isNone ? { ...body, latitude: 0, longitude: 0 } : body;
}

/** By these the device is reached. */
const WAYS_IN = ['ssid', 'password', 'dhcp', 'ipaddress', 'netmask', 'gateway'] as const;

type DeviceTexts = ReturnType<typeof useTexts<'sources'>>['sources']['device'];

function infoOf(t: DeviceTexts, document: SourceDocument): string | undefined {
  return document === 'network' || document === 'security' ? t.info[document] : undefined;
}

/** Which pin profile is in use; choosing one is left to the device, which knows them. */
function ProfileNote({ received }: { readonly received: object }) {
  const { device: t } = useTexts('sources').sources;
  const name = String(valueAt(received, 'curPin.name') ?? '');
  const isDefault = name === '' || DEFAULT_PROFILE_NAMES.includes(name);
  return <p>{t.info.device(isDefault ? t.defaultProfile : name)}</p>;
}

function CutOffDialog({ onAnswer }: { readonly onAnswer: (isWanted: boolean) => void }) {
  const { common, sources } = useTexts('common', 'sources');
  const { device: t } = sources;
  return (
    <Dialog
      title={t.cutOffTitle}
      closeLabel={common.close}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} data-autofocus>
            {common.cancel}
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t.cutOffAction}
          </Button>
        </>
      }
    >
      <p>{t.cutOffText}</p>
    </Dialog>
  );
}
