/** Every request, from meaning to packet and back. The bytes themselves are each command's own affair. */

import { type Link, MAIN_COMMAND } from './command.ts';
import {
  DATA_REQUEST_CONTROL,
  type DataRequest,
  decodeDataRequest,
  encodeDataRequest,
} from './data-request.ts';
import { decodeLimitRequest, encodeLimitRequest, type LimitRequest } from './limit.ts';
import { decodePowerRequest, encodePowerRequest, type PowerRequest } from './power.ts';
import { decodeRequestFrame, encodeRequestFrame, type RequestFrame } from './request-frame.ts';
import { decodeRetransmitRequest, type RetransmitRequest } from './retransmit.ts';

export type ControlRequest = LimitRequest | PowerRequest;
export type Request = DataRequest | ControlRequest;

export interface DecodedRequest {
  /** 8 lower-case hex digits. */
  readonly inverter: string;
  /** 8 lower-case hex digits. */
  readonly dtu: string;
  readonly request: Request | RetransmitRequest;
}

const CONTROL_COMMAND_CONTROL = 0x81;

/** The packet of a request. */
export function encodeRequest(request: Request, link: Link): Uint8Array {
  switch (request.kind) {
    case 'ActivePowerControl':
      return encodeRequestFrame(
        MAIN_COMMAND.control,
        CONTROL_COMMAND_CONTROL,
        encodeLimitRequest(request),
        link,
      );
    case 'PowerControl':
      return encodeRequestFrame(
        MAIN_COMMAND.control,
        CONTROL_COMMAND_CONTROL,
        encodePowerRequest(request),
        link,
      );
    default:
      return encodeRequestFrame(MAIN_COMMAND.data, DATA_REQUEST_CONTROL, encodeDataRequest(request), link);
  }
}

/** The far end's side of `encodeRequest`; undefined for anything that is not a valid request. */
export function decodeRequest(packet: Uint8Array): DecodedRequest | undefined {
  const frame = decodeRequestFrame(packet);
  const request = frame === undefined ? undefined : requestOf(frame);
  if (frame === undefined || request === undefined) return undefined;
  return { inverter: frame.inverter, dtu: frame.dtu, request };
}

function requestOf({ mainCommand, control, body }: RequestFrame): DecodedRequest['request'] | undefined {
  if (mainCommand === MAIN_COMMAND.control && control === CONTROL_COMMAND_CONTROL) {
    return decodeLimitRequest(body) ?? decodePowerRequest(body);
  }
  if (mainCommand !== MAIN_COMMAND.data) return undefined;
  if (body.length === 0) return decodeRetransmitRequest(control);
  return control === DATA_REQUEST_CONTROL ? decodeDataRequest(body) : undefined;
}
