import type { Me } from '@heliograph/fleet-contract';
import { Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useTitle } from '../../shared/ui/use-title.ts';
import { MANAGE_PARTS, type ManagePart, managePath } from '../paths.ts';
import { mayManage } from '../rights.ts';
import { useFleet } from '../services.ts';
import { AccountsPart } from './accounts-part.tsx';
import { GroupsPart } from './groups-part.tsx';
import { LinksPart } from './links-part.tsx';
import { OwnPasswordPart } from './own-password-part.tsx';
import { SitesPart } from './sites-part.tsx';

/** Who may open which part. */
const MAY: Readonly<Record<ManagePart, (me: Me) => boolean>> = {
  sites: ({ admin }) => admin,
  groups: mayManage,
  accounts: ({ admin }) => admin,
  links: mayManage,
  password: ({ share }) => share === undefined,
};

/** What is managed of a fleet, each part at an address of its own. */
export function ManagePage({ part: asked }: { readonly part: string | undefined }) {
  const { fleetManage: t } = useTexts('fleetManage');
  const { me } = useFleet();
  const [, navigate] = useLocation();
  const parts = MANAGE_PARTS.filter((part) => MAY[part](me));
  const part = MANAGE_PARTS.find((one) => one === asked);
  useTitle(part === undefined ? t.title : t.parts[part]);
  const [first] = parts;
  if (asked === undefined && first !== undefined) return <Redirect to={managePath(first)} replace />;
  if (part === undefined || !parts.includes(part))
    return <Alert kind="info">{me.share === undefined ? t.forOthers : t.own.noAccount}</Alert>;
  return (
    <>
      <h1>{t.title}</h1>
      <Tabs
        label={t.title}
        tabs={parts.map((key) => ({ key, label: t.parts[key] }))}
        shown={part}
        onShow={(key) => navigate(managePath(key), { replace: true })}
      >
        {/* Around the part alone: the tab that was pressed stays, and the keyboard at it. */}
        <Suspense fallback={<Skeleton height="8rem" />}>
          <Part part={part} />
        </Suspense>
      </Tabs>
    </>
  );
}

function Part({ part }: { readonly part: ManagePart }) {
  switch (part) {
    case 'sites':
      return <SitesPart />;
    case 'groups':
      return <GroupsPart />;
    case 'accounts':
      return <AccountsPart />;
    case 'links':
      return <LinksPart />;
    case 'password':
      return <OwnPasswordPart />;
  }
}
