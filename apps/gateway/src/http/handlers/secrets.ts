import { SECRET_PLACEHOLDER } from '@heliograph/contract';

/** What an answer shows of a secret: that there is one. Source: docs/decisions/0007-secrets-are-never-sent.md. */
export function shownSecret(secret: string): string {
  return secret === '' || __WITHOUT__.secretPlaceholder ? secret : SECRET_PLACEHOLDER;
}

/** The secret after a save: the placeholder keeps what there was. */
export function keptOrNew(posted: string, current: string): string {
  return posted === SECRET_PLACEHOLDER ? current : posted;
}
