import type { ReceivedApiResult } from '@heliograph/contract';
import type { AlertKind } from '../ui/alert.tsx';

const KINDS: readonly AlertKind[] = ['success', 'info', 'warning', 'danger'];

/**
 * The colour of the alert that shows an answer: its type, or a warning. Source:
 * docs/specification-check.md#8-error-catalogue.
 */
export function resultAlertKind({ type }: ReceivedApiResult): AlertKind {
  return KINDS.find((kind) => kind === type) ?? 'warning';
}
