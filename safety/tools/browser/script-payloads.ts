import { createDice } from '@heliograph/testbed/dice.ts';

/**
 * Texts that run `window.__x = 1`, or bend the page, where something takes them for more than text: one or more of each
 * family. None has a line break, which fields of one line leave out.
 */
export const SCRIPT_PAYLOADS: readonly string[] = [
  // Script tags.
  '<script>window.__x=1</script>',
  '<ScRiPt >window.__x=1</sCrIpT >',
  '<script/x>window.__x=1</script/x>',
  '</script><script src="data:text/javascript,window.__x=1"></script>',
  // Handlers.
  '<img src=x onerror=window.__x=1>',
  '<img/src="x"/onerror="window.__x=1"//',
  '<svg onload=window.__x=1>',
  '<svg><animate onbegin=window.__x=1 attributeName=x dur=1s>',
  '<video><source onerror=window.__x=1></video>',
  '<details open ontoggle=window.__x=1>x</details>',
  '<input autofocus onfocus=window.__x=1>',
  // Out of an attribute.
  '" onmouseover="window.__x=1" autofocus onfocus="window.__x=1',
  "' autofocus onfocus='window.__x=1",
  '"><img src=x onerror=window.__x=1>',
  "'><svg onload=window.__x=1>",
  // Links.
  'javascript:window.__x=1',
  'java\tscript:window.__x=1',
  'JaVaScRiPt:window.__x=1',
  'data:text/html,<script>parent.__x=1</script>',
  '<a href="javascript:window.__x=1">x</a>',
  // Styles.
  '<style>@import "data:text/css,body{display:none}"</style>',
  'x;background:url(javascript:window.__x=1)',
  // Markers of templates and of translations.
  `\${window.__x=1}`,
  '{{constructor.constructor("window.__x=1")()}}',
  '{max} {min} @:apiresponse.1001 %s %d | a | b',
  // Encoded once, twice, or otherwise.
  '&lt;script&gt;window.__x=1&lt;/script&gt;',
  '&amp;lt;img src=x onerror=window.__x=1&amp;gt;',
  '%3Cscript%3Ewindow.__x=1%3C/script%3E',
  '+ADw-script+AD4-window.__x=1+ADw-/script+AD4-',
  // Characters that vanish, or turn texts around.
  '<scr\0ipt>window.__x=1</scr\0ipt>',
  '\u202e>tpircs/<1=x__.wodniw>tpircs<\u202c',
  '<\u200bscript>window.__x=1<\u200b/script>',
  `${'<b>'.repeat(3333)}<img src=x onerror=window.__x=1>`,
  '😀🏴‍☠️<img src=x onerror=window.__x=1>👩‍👩‍👧',
  '\u001b[31m\u001b]8;;javascript:window.__x=1\u0007x',
  // Elements that change the page without a script.
  '<meta http-equiv=refresh content="0;url=javascript:window.__x=1">',
  '<base href="javascript:/a/">',
  '<iframe srcdoc="<script>parent.__x=1</script>"></iframe>',
  '<form action="javascript:window.__x=1"><button autofocus>x</button></form>',
  '<a id=root name=main></a><form id=documentElement><input name=body></form>',
  // Other contexts.
  '{"__html":"<img src=x onerror=window.__x=1>","dangerouslySetInnerHTML":1}',
  '--><!--<img src=x onerror=window.__x=1>-->',
  '<![CDATA[<img src=x onerror=window.__x=1>]]>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__x=1&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=window.__x=1>">',
];

/** The order in which they take their turns. */
export function shuffledPayloads(seed: number): readonly string[] {
  const dice = createDice(seed);
  return SCRIPT_PAYLOADS.map((payload) => ({ payload, at: dice() }))
    .sort((one, other) => one.at - other.at)
    .map(({ payload }) => payload);
}
