/**
 * The first script of a page that the gateway has rendered. What is on screen needs none: running the app before the
 * first frame would only hold that up. The files of the app are on their way meanwhile.
 */
function startApp(): void {
  const app = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]');
  if (app !== null) void import(/* @vite-ignore */ app.href);
}

if (document.hidden)
  startApp(); // there are no frames
else requestAnimationFrame(() => setTimeout(startApp));
