import type { ReceivedApiResult } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';

/**
 * Makes a call that is to change the list. What came of an earlier one is taken away before it, and the list is read
 * again after it, whatever the answer says: the gateway may have taken what it could not confirm.
 */
export type Attempt = (
  makeCall: () => Promise<CallResult<ReceivedApiResult>>,
) => Promise<CallResult<ReceivedApiResult>>;
