/** Sentences with which a backup is refused, as patterns of regular expressions; groups hold what differs. */
export const REFUSALS = {
  empty: '^The file is empty\\.$',
  noJson: '^The file is not JSON;.*$',
  nothing: '^The file contains nothing that belongs in (\\S+)\\.$',
  otherKind: '^The file is a (\\S+), not a (\\S+)\\.$',
  value: '^The value of (\\S+) in the file .*$',
  tooMany: '^The file has more than (\\d+) (\\S+)\\.$',
  newer: '^The file has version (\\S+), which is newer than this gateway can read \\((\\S+)\\)\\.$',
  tooLarge: '^The file is larger than (\\d+) bytes\\.$',
  full: '^The settings could not be saved \\(the disk (?:is full|quota is used up)\\).*$',
  readOnly: '^The settings could not be saved \\((?:the disk is read-only|permission denied)\\).*$',
  notSaved: '^The settings could not be saved .*$',
  restarting: '^The gateway is about to .*$',
} as const;
