import type { WireObject } from '@heliograph/opendtu-api';
import { type DeviceRequest, formValue, type Outcome, outcome } from './device-http.ts';
import { lenientJson } from './lenient-json.ts';
import { byteLength, objectOf } from './wire-values.ts';

/** The object that a POST brings, or why it is refused. */
export type PostData = { readonly object: WireObject } | { readonly refusal: Outcome };

/**
 * Reads the field `data` of a form, in either encoding. `bytesMax` undefined: of any length. Source:
 * docs/reference/original-device.md#checks-of-a-post.
 */
export function readPostData(request: DeviceRequest, bytesMax: number | undefined): PostData {
  const text = dataField(request);
  if (text === undefined) return { refusal: outcome(1002) };
  if (bytesMax !== undefined && byteLength(text) > bytesMax) return { refusal: outcome(1003) };
  const value = lenientJson(text);
  if (value === undefined) return { refusal: outcome(1004) };
  return { object: objectOf(value) ?? {} };
}

function dataField({ headers, body }: DeviceRequest): string | undefined {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return formValue(body, 'data');
  const field = multipartParts(type, body).find(({ name, isFile }) => name === 'data' && !isFile);
  return field?.content;
}

/** A part of a multipart form. */
export interface FormPart {
  readonly name: string;
  /** It has a file name, or a content type of its own. */
  readonly isFile: boolean;
  readonly content: string;
}

/** None where it is no such form. */
export function multipartParts(contentType: string, body: string): readonly FormPart[] {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  return body
    .split(`--${boundary}`)
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('\r\n\r\n');
      if (end < 0) return [];
      const head = part.slice(0, end);
      const name = /;\s*name="([^"]*)"/i.exec(head)?.[1] ?? '';
      const isFile = /;\s*filename=/i.test(head) || /^content-type:/im.test(head);
      return [{ name, isFile, content: part.slice(end + 4).replace(/\r\n$/, '') }];
    });
}
