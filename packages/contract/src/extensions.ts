import type { ApiResult } from './api-result.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecord } from './is-record.ts';
import type { MqttUpdate } from './mqtt.ts';
import type { MqttFailure } from './mqtt-status.ts';
import type { TimeServer } from './ntp.ts';
import type { NtpFailure } from './ntp-settings.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

/**
 * Calls that original devices do not know: they answer them with the page, and the web app leaves out what needs them.
 * Source: docs/decisions/0023-extensions.md.
 */

/** Which repository is asked for newer versions. */
export interface UpdateSource {
  /**
   * `owner/name` at the public code host; empty when nobody is to be asked. Source:
   * docs/decisions/0021-update-check.md.
   */
  readonly repository: string;
}

/** An owner's name begins with a letter or digit, a repository's is not only dots. */
const REPOSITORY = /^[A-Za-z\d][A-Za-z\d-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/;

function readUpdateSource(value: unknown): UpdateSource | undefined {
  if (!isRecord(value) || typeof value.repository !== 'string') return undefined;
  return { repository: isRepository(value.repository) ? value.repository : '' };
}

/** Whether a text can be `owner/name`. */
function isRepository(text: string): boolean {
  return REPOSITORY.test(text);
}

/** Which repository is asked for newer versions. For everybody: the about page, which is there before any login, links to the repository. */
export const getUpdateSource: Endpoint<UpdateSource, UpdateSource> = {
  method: 'GET',
  path: '/api/heliograph/update-source',
  access: 'open',
  query: [],
  read: readUpdateSource,
};

/** With the status 500: nothing was changed. `not_saved` where the disk did not take it, so that clients have words of their own. */
export interface NotSavedAnswer {
  readonly message: string;
  readonly not_saved?: true;
}

/** What came of a trial connection: a message without a code, and the failure's name, empty when it worked. */
export interface MqttTrial extends ApiResult {
  readonly mqtt_failure?: MqttFailure | '';
}
export interface ReceivedMqttTrial extends ReceivedApiResult {
  readonly mqtt_failure?: string;
}

/**
 * Connects to a broker once with the values of the body, saves nothing and answers after at most 10 s. The placeholder
 * stands for the password that is kept. Values that could not be saved are refused in the same words. A device that
 * tells `mqtt_failure` in its status has it.
 */
export const testMqttConnection: Endpoint<MqttTrial, ReceivedMqttTrial, MqttUpdate> = {
  method: 'POST',
  path: '/api/heliograph/mqtt-trial',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value) || typeof value.mqtt_failure !== 'string') return answer;
    return { ...answer, mqtt_failure: value.mqtt_failure };
  },
};

/** What came of asking a time server: a message without a code, and the failure's name, empty when it gave the time. */
export interface TimeServerTrial extends ApiResult {
  readonly ntp_failure?: NtpFailure | '';
  /** Which address answered; empty where none did. */
  readonly ntp_address?: string;
  /** Seconds by which the server is ahead of the gateway's clock; 0 where it gave no time. */
  readonly ntp_offset?: number;
}
export interface ReceivedTimeServerTrial extends ReceivedApiResult {
  readonly ntp_failure?: string;
  readonly ntp_address?: string;
  readonly ntp_offset?: number;
}

/**
 * Asks a time server once, changes and saves nothing and answers after at most 12 s. A name that could not be saved is
 * refused in the same words. A device that tells `ntp_state` in its status has it.
 */
export const testTimeServer: Endpoint<TimeServerTrial, ReceivedTimeServerTrial, TimeServer> = {
  method: 'POST',
  path: '/api/heliograph/ntp-trial',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value) || typeof value.ntp_failure !== 'string') return answer;
    const { ntp_failure, ntp_address: address, ntp_offset: offset } = value;
    return {
      ...answer,
      ntp_failure,
      ntp_address: typeof address === 'string' ? address : '',
      ntp_offset: typeof offset === 'number' ? offset : 0,
    };
  },
};
