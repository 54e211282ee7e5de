/** Every call carries it; a browser's POST without it is refused. */
export const REQUESTED_WITH_HEADER = { name: 'X-Requested-With', value: 'XMLHttpRequest' } as const;

/**
 * The pages of a gateway send it with every call: they get the keys of all generations, whatever the owner has chosen for
 * other programs (docs/decisions/0044-both-generations-at-once.md).
 */
export const PAGE_HEADER = { name: 'X-Heliograph-Page', value: '1' } as const;

/**
 * A gateway that asks a device for inverters says who it is, by the id of its run. A gateway that is asked, and is that one or
 * has inverters from it, says so beside whatever it answers, also to who is not logged in: `itself` or `ring`.
 */
export const ASKING_GATEWAY_HEADER = 'x-heliograph-asks';
export const LOOP_HEADER = 'x-heliograph-loop';

/**
 * Why a file is not taken. The body of such an answer is one English sentence, as original devices send it; this header
 * beside it names the reason and what differs from case to case, so that a page can say it in the reader's language:
 *
 *   x-heliograph-refusal: too-large?max=65536
 */
export const FILE_REFUSAL_HEADER = 'x-heliograph-refusal';
