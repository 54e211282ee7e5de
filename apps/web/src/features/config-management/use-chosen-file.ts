import {
  CONFIG_FIELD,
  CONFIG_FILE,
  type FileRefusal,
  fileRefusal,
  getConfigFile,
  parseConfigFile,
  previewRestore,
  type ReceivedAdjustment,
} from '@heliograph/contract';
import { useState } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import {
  type ConfigDifferences,
  configDifferences,
  type FileSummary,
  groupOf,
  summarize,
  textProblem,
} from './config-content.ts';

/** Larger than anything that is set: not even looked into. */
const READ_MAX_BYTES = 1024 * 1024;

/** What a file would change; undefined while the gateway's own is read; or why that could not be. */
export type Comparison = ConfigDifferences | CallFailure | undefined;

/** What the gateway would not keep of a file, or why it does not say so; nothing where it cannot. */
type Preview = readonly ReceivedAdjustment[] | CallFailure;

/** A file of the user's, and what is known of it so far. */
export interface ChosenFile {
  readonly file: File;
  /** Everything that can be found out is there. */
  readonly isKnown?: boolean;
  /** Why it is none of the gateway's files. */
  readonly problem?: FileRefusal | 'unreadable';
  readonly summary?: FileSummary;
  /** The gateway's own configuration. */
  readonly current?: unknown;
  readonly comparison?: Comparison;
  readonly preview?: Preview;
}

/** The form in which a configuration file is sent. */
export function configForm(file: File): FormData {
  const form = new FormData();
  form.append(CONFIG_FIELD, file, CONFIG_FIELD);
  return form;
}

/** Looks into a chosen file, compares it with the gateway's own, and asks what the gateway would not keep of it. */
export function useChosenFile() {
  const { call, session } = useServices();
  const [chosen, setChosen] = useState<ChosenFile>();

  async function choose(file: File | undefined): Promise<void> {
    const learn = (news: Omit<ChosenFile, 'file'>) =>
      setChosen((now) => (now && now.file === file ? { ...now, ...news } : now));
    setChosen(file && { file });
    if (file === undefined) return;
    const content = await read(file);
    if ('problem' in content) return learn({ ...content, isKnown: true });
    const { summary } = content;
    learn({ summary });
    const compared = compare(summary).then(learn);
    if (!__FOR_DEVICE__) await preview(file, summary).then((answer) => learn({ preview: answer }));
    learn({ isKnown: true });
    await compared;
  }

  async function compare(summary: FileSummary): Promise<Pick<ChosenFile, 'current' | 'comparison'>> {
    if (summary.file !== CONFIG_FILE) return {};
    const result = await call(getConfigFile, { query: { file: CONFIG_FILE } });
    if (result.kind !== 'answered') return { comparison: result };
    const current = result.answer.content;
    const comparison = configDifferences(summary.content, groupOf(current), session.user()?.authdata);
    return { current, comparison };
  }

  async function preview(file: File, { file: name }: FileSummary): Promise<Preview> {
    const result = await call(previewRestore, { body: configForm(file), query: { file: name } });
    return result.kind === 'answered' ? result.answer : result;
  }

  return { chosen, choose };
}

type Content = { readonly summary: FileSummary } | Pick<Required<ChosenFile>, 'problem'>;

async function read(file: File): Promise<Content> {
  if (file.size > READ_MAX_BYTES) {
    return { problem: fileRefusal('too-large', { max: String(READ_MAX_BYTES) }) };
  }
  const text = await file.text().catch(() => '');
  const summary = summarize(parseConfigFile(text));
  return summary ? { summary } : { problem: textProblem(text) };
}
