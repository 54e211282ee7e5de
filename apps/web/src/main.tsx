import { basePath, language, services } from './start.ts';
import './shared/ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

async function show(root: HTMLElement): Promise<void> {
  createRoot(root).render(
    <App
      services={services}
      language={await language}
      browserLanguages={navigator.languages}
      basePath={basePath}
    />,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void show(root);
