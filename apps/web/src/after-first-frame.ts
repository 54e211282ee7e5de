/**
 * The first script of a page that the gateway has rendered. What is on screen needs none: running the app before the
 * first frame would only hold that up, and so would its files while the styles are on their way. Scripts run when these
 * are there.
 */
const address = (file: string) => new URL(file, import.meta.url).href;

const [app = '', ...others] = (document.querySelector('script[data-files]')?.getAttribute('data-files') ?? '')
  .split(' ')
  .map(address);

for (const href of [app, ...others]) {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
  document.head.append(link);
}

const startApp = () => import(/* @vite-ignore */ app);

if (document.hidden)
  void startApp(); // there are no frames
else requestAnimationFrame(() => setTimeout(startApp));
