import { getUpdateSource } from '@heliograph/contract';
import { Link, useRouter } from 'wouter';
import { useMay, useUser } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { repositoryPage } from '../../shared/lib/repository-page.ts';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import { PRODUCT_NAME, PRODUCT_VERSION } from '../../shared/ui/product-name.ts';
import styles from './about.module.css';

/** The firmware that protocol and interface come from. */
const ORIGINAL = 'tbnobody/OpenDTU';
/** What a section links to: the page of our repository, and that of the original's. */
const SECTIONS = [
  ['origin', '', ''],
  ['news', '/releases', '/releases'],
  ['errors', '/issues', '/issues'],
  ['discussion', '', '/discussions'],
] as const;
const NO_QUERY = {};
const PROTOCOL = 'https://';
/** No page of this app: the gateway makes it from its contract. */
const API_PAGE = '/api/docs';

/** Where the project comes from and where to go with questions. */
export function AboutPage() {
  const { t: frame } = useI18n();
  const { about: t } = useTexts('info').info;
  const { base } = useRouter();
  const isAdmin = useMay('admin');
  const maySetUp = useUser() === undefined || isAdmin; // whoever is not logged in can do that there
  const source = useEndpoint(getUpdateSource, NO_QUERY).answer;
  const repository = __FOR_DEVICE__ ? '' : (source?.repository ?? '');
  return (
    <div className={styles.page}>
      <h1>{frame.titles.about}</h1>
      <p className={styles.facts}>
        <span>{`${PRODUCT_NAME} ${PRODUCT_VERSION}`}</span>
        {/* Who knows this call has the page too; original devices know neither. */}
        {!__FOR_DEVICE__ && source !== undefined && <a href={`${base}${API_PAGE}`}>{t.api}</a>}
        {!__FOR_DEVICE__ && <a href={`${base}/guide/`}>{t.guide}</a>}
        {!__FOR_DEVICE__ && source !== undefined && maySetUp && (
          <Link href={PATHS.welcome}>{frame.titles.welcome}</Link>
        )}
      </p>
      {SECTIONS.map(([name, ours, original]) => (
        <details key={name} name="about" className={styles.section} open={name === 'origin'}>
          <summary>
            <h2>{t[name].title}</h2>
          </summary>
          <div className={styles.content}>
            {t[name].text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <ul>
              <PageLink href={repositoryPage(ORIGINAL, original)} />
              {repository !== '' && <PageLink href={repositoryPage(repository, ours)} />}
            </ul>
          </div>
        </details>
      ))}
    </div>
  );
}

/** An address as a link that says where it leads. */
function PageLink({ href }: { readonly href: string }) {
  return (
    <li>
      <ExternalLink href={href}>{href.slice(PROTOCOL.length)}</ExternalLink>
    </li>
  );
}
