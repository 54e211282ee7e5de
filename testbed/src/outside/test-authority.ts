import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPENSSL = 'openssl';
/** Whether certificates can be made here: with that command. */
export const hasOpenssl = spawnSync(OPENSSL, ['version']).status === 0;

/** Both in PEM. */
export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface ServerName {
  /** Names it is for, `IP:127.0.0.1,DNS:localhost` unless told. */
  readonly names?: string;
  /** As `20200101000000Z`; from 2020 to 2099 unless told. */
  readonly notBefore?: string;
  readonly notAfter?: string;
}

/** An authority of its own whose certificates nobody else trusts. */
export interface TestAuthority extends TestCertificate {
  /** A certificate for a server. */
  issue(server?: ServerName): TestCertificate;
}

const CONFIG = `
[ca]
default_ca = here
[here]
database = index.txt
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
[any]
commonName = supplied
[req]
distinguished_name = nobody
[nobody]
[authority]
basicConstraints = critical,CA:TRUE
subjectKeyIdentifier = hash
`;

/** In a temporary folder that is gone when this returns. */
function inFolder<T>(work: (folder: string, openssl: (...words: string[]) => void) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-authority-'));
  try {
    writeFileSync(join(folder, 'config'), CONFIG);
    writeFileSync(join(folder, 'index.txt'), '');
    return work(folder, (...words) => {
      execFileSync(OPENSSL, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key'];

function read(folder: string): TestCertificate {
  return {
    certificate: readFileSync(join(folder, 'certificate'), 'utf8'),
    key: readFileSync(join(folder, 'key'), 'utf8'),
  };
}

export function createTestAuthority(name = 'Test authority'): TestAuthority {
  const authority = inFolder((folder, openssl) => {
    const what = ['-config', 'config', '-extensions', 'authority', '-subj', `/CN=${name}`];
    openssl('req', '-x509', ...CURVE, ...what, '-days', '3650', '-out', 'certificate');
    return read(folder);
  });
  return { ...authority, issue: (server) => issue(authority, server) };
}

function issue(authority: TestCertificate, server: ServerName = {}): TestCertificate {
  const { names = 'IP:127.0.0.1,DNS:localhost' } = server;
  const { notBefore = '20200101000000Z', notAfter = '20991231000000Z' } = server;
  return inFolder((folder, openssl) => {
    writeFileSync(join(folder, 'authority'), authority.certificate);
    writeFileSync(join(folder, 'authority-key'), authority.key);
    writeFileSync(join(folder, 'extensions'), `subjectAltName = ${names}\nbasicConstraints = CA:FALSE\n`);
    openssl('req', '-new', ...CURVE, '-config', 'config', '-subj', '/CN=Test server', '-out', 'request');
    const by = ['-cert', 'authority', '-keyfile', 'authority-key', '-extfile', 'extensions'];
    const when = ['-startdate', notBefore, '-enddate', notAfter];
    const files = ['-in', 'request', '-out', 'certificate'];
    openssl('ca', '-batch', '-notext', '-config', 'config', ...by, ...when, ...files);
    return read(folder);
  });
}
