/**
 * Calls whose body is a file, as `multipart/form-data`. 200 with the text `OK` is a success and a restart follows (what
 * only looks into a file answers JSON, and nothing follows); any other answer has one sentence as its text, and nothing
 * was changed. Status 500 names the reason in `FILE_REFUSAL_HEADER` as well. Source:
 * docs/reference/original-device.md#configuration-files, #firmware and docs/decisions/0013-upload-refusals.md.
 */
export interface Upload {
  readonly method: 'POST';
  readonly path: `/api/${string}`;
  readonly access: 'admin' | 'owner';
  /** Names of the query parameters that mean something. */
  readonly query: readonly string[];
}
