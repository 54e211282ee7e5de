import type { Installation } from '@heliograph/contract';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import styles from './update-steps.module.css';

type Way = Exclude<Installation, 'unknown'>;

/** What updates the program, by how it was installed; the same lines as in docs/running.md. */
export const UPDATE_COMMANDS: Readonly<Record<Way, readonly string[]>> = {
  git: ['git pull', 'npm start'],
  docker: ['git pull', 'docker compose up --detach --build'],
  systemd: [
    'git pull',
    'npm ci',
    'npm run build',
    'sudo systemctl stop heliograph',
    'sudo rm -r /opt/heliograph/apps',
    'sudo install -d /opt/heliograph/apps/gateway /opt/heliograph/apps/web',
    'sudo cp -r apps/gateway/package.json apps/gateway/dist /opt/heliograph/apps/gateway/',
    'sudo cp -r apps/web/dist apps/web/dist-server /opt/heliograph/apps/web/',
    'sudo cp deploy/systemd/heliograph.service /etc/systemd/system/',
    'sudo systemctl daemon-reload',
    'sudo systemctl start heliograph',
  ],
};

const ALL_WAYS = Object.keys(UPDATE_COMMANDS) as readonly Way[];

/** How to update a gateway that is a program: by the way it was installed, or by all ways where that is not known. */
export function UpdateSteps({ installation }: { readonly installation: string | undefined }) {
  const { program: t } = useTexts('gateway').gateway;
  const known = ALL_WAYS.find((way) => way === installation);
  return (
    <>
      <p>{t.updateNote}</p>
      {known === undefined && <p>{t.unknownWay}</p>}
      {(known === undefined ? ALL_WAYS : [known]).map((way) => (
        <div key={way}>
          <h3 className={styles.way}>{t.ways[way]}</h3>
          <pre className={styles.commands}>
            <code>{UPDATE_COMMANDS[way].join('\n')}</code>
          </pre>
          {way === 'docker' && <p className={styles.note}>{t.plainDocker}</p>}
        </div>
      ))}
    </>
  );
}
