import type { RowPlan } from './row-plan.ts';

export const INPUT_ROWS = {
  B1: {
    title: 'Mutated JSON to every POST',
    goal: 'each is answered with a known result code; what is refused changes nothing; values stay within their ranges',
    leftOut:
      'The 5,000 values for each route go to the HTTP part of the gateway, with its settings on a disk in memory; a whole gateway gets 3,000 values over all routes, in any order. What is longer than any body may be is answered 413 or cut off, and not with a result code.',
  },
  B2: {
    title: 'Broken bodies and forms',
    goal: 'a call is answered 400 or 413 with JSON, or a warning of the catalogue; an upload 500 with a sentence, as the contract says; the gateway itself never fails',
    leftOut:
      'A false length of the content is tried elsewhere: in B3 where it shows at once, in F20 where the body never ends.',
  },
  B3: {
    title: 'Malformed HTTP',
    goal: 'each is answered 4xx, or as usual where it is only odd; the connection is closed where it is unclear where a request ends; no stack trace is shown',
    leftOut: 'A few requests are only odd, as one in HTTP/1.0 or with a fragment, and get what they ask for.',
    found: [
      'A request with an Expect header that nobody knows was answered by Node itself, without our headers; now that header is ignored.',
    ],
  },
  B4: {
    title: 'A gateway that answers nonsense to the page',
    goal: 'the page is never blank; the last good data stays and is marked as old',
  },
  B5: {
    title: 'Garbage on sockets',
    goal: 'each is closed with the right code, or stays open where the protocol allows it; within 30 s the memory is back within 10 %',
    leftOut:
      'What the protocol allows, as an unfinished text or a pong that nobody asked for, leaves a socket open. Of the sockets that send a text in fragments of a byte one in a hundred sends 100,000 of them and the others 2,000, since each is closed soon after the first thousand. The memory is compared with that after 470 such sockets.',
  },
  B6: {
    title: 'Mutated and foreign backups',
    goal: 'each is refused with a reason or taken over; no refusal leads to a restart',
    leftOut:
      'Of the mutated backups 3,000 go straight to what reads them, and 300 are uploaded to a gateway. There is one older format to try, since the original changed its own once.',
    found: [
      'Half of a surrogate pair (a broken character) in a backup was kept as it was, while in a posted value it becomes U+FFFD; now both are read alike.',
      'A hash of the password that said it costs next to nothing was answered without a reason; now every cost that a backup can name is tried.',
    ],
  },
  B7: {
    title: 'Hostile names of files, and links in the data folder',
    goal: 'only the two known names are taken; no file outside of the data folder is opened, or overwritten by way of a link',
    found: [
      'A link at the name of an unfinished file was followed, so whoever can write to the data folder could have the gateway overwrite any file of its user; now links are not followed.',
    ],
  },
  B8: {
    title: 'Mutated firmware',
    goal: 'each is refused before anything becomes active',
    leftOut:
      'The images go straight to what checks and stores them. Images that are packed, cut short or foreign are uploaded in F9, and under hostile names in B7.',
  },
  B9: {
    title: 'Senseless MQTT messages',
    goal: 'each is ignored, or carried out once; a retained order is never carried out',
    leftOut:
      'Of a hundred equal orders at once two may go on the air: the one that is under way, and the newest.',
  },
  B10: {
    title: 'Script payloads through every string that reaches the page',
    goal: 'nothing runs; the text is shown as it is',
    leftOut:
      'The sockets of this product send no build number, so there is no text of that kind to try. In the log, the metrics, MQTT and a backup nothing runs a script; there it is enough that the text stays the same.',
  },
  B11: {
    title: 'Line breaks and escapes in names and headers',
    goal: 'each event is one line of the log; headers stay well formed',
    found: [
      'A carriage return or another line separator in the name of an inverter went into the metrics as it was, and a reader that knows more line ends than the line feed saw a new line; now it is a space there.',
    ],
  },
  B12: {
    title: 'CSV files',
    goal: 'there are none',
    notRun: 'The product writes and reads no CSV, so there is nothing to try.',
  },
  B13: {
    title: 'What a site brings to a fleet page: a million series, readings of tomorrow, garbage',
    goal: 'no more series than a site may have, nothing of tomorrow, and nothing that garbage has made are in a real VictoriaMetrics; no post is answered with a fault',
    leftOut: 'At night only, where VictoriaMetrics and PostgreSQL are there.',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
