import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureProgram } from '#build/debian.ts'
import { localhostCertificate } from './localhost-certificate.ts'

/** The base of the directory's entries. */
export const baseDn = 'dc=example,dc=com'
/** The account that searches. */
export const reader = { dn: `cn=reader,${baseDn}`, password: 'reads everything' }
/** An account that gets no more than 1,000 entries, page by page or not. */
export const limitedReader = { dn: `cn=limited,${baseDn}`, password: 'reads a thousand' }

/** A person of the test directory. */
export interface TestPerson {
  uid: string
  cn: string
  mail?: string
  password?: string
}

/** OpenLDAP's server, as Debian has it, on an empty folder. */
export interface DirectoryServer {
  host: string
  port: number
  tlsPort: number
  /** The certificate of its authority, as PEM. */
  ca: string
  /** Adds entries, in LDIF. */
  add(ldif: string): void
  /** Adds tens of thousands of entries: while it is stopped. */
  load(ldif: string): Promise<void>
  addPerson(person: TestPerson): void
  /** Adds a group with members by DN. */
  addGroup(cn: string, members: string[]): void
  remove(...dns: string[]): void
  /** Runs ldapmodify. */
  modify(ldif: string): void
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Returns a port of this machine that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

/** Returns the DN of a person. */
export const dnOf = (uid: string): string => `uid=${uid},ou=people,${baseDn}`
/** Returns the DN of a group. */
export const groupDn = (cn: string): string => `cn=${cn},ou=groups,${baseDn}`

const admin = { dn: `cn=admin,${baseDn}`, password: 'writes everything' }

/**
 * What a directory of Microsoft has beside the common schemas: the attributes and classes that people and groups there
 * have. Source: its schema reference, for names and object identifiers.
 */
export const microsoftSchema = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.782 NAME 'objectCategory' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.102 NAME 'memberOf' EQUALITY distinguishedNameMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.12 )
attributetype ( 1.2.840.113556.1.4.146 NAME 'objectSid' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.98 NAME 'primaryGroupID' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.159 NAME 'accountExpires' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL
  MAY ( sAMAccountName $ userPrincipalName $ objectGUID $ userAccountControl $ objectCategory $ memberOf $
  objectSid $ primaryGroupID $ accountExpires ) )
objectclass ( 1.2.840.113556.1.5.8 NAME 'group' SUP top STRUCTURAL MUST cn
  MAY ( sAMAccountName $ objectGUID $ objectCategory $ memberOf $ member $ objectSid ) )
`

const configuration = (folder: string, schema: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
${schema}
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
sizelimit 1000
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "${baseDn}"
rootdn "${admin.dn}"
rootpw "${admin.password}"
directory ${folder}/db
maxsize 268435456
limits dn.exact="${reader.dn}" size.soft=1000 size.hard=1000 size.pr=500 size.prtotal=unlimited
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by dn.exact="${limitedReader.dn}" read by * none
index objectClass,uid,cn,mail,member,memberUid eq
`

const skeleton = `dn: ${baseDn}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,${baseDn}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${baseDn}
objectClass: organizationalUnit
ou: groups

dn: ${reader.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${reader.password}

dn: ${limitedReader.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: limited
userPassword: ${limitedReader.password}
`

/** Returns an entry of a person, in LDIF. */
export const personLdif = ({ uid, cn, mail, password = 'a good password' }: TestPerson): string =>
  `dn: ${dnOf(uid)}
objectClass: inetOrgPerson
uid: ${uid}
cn:: ${Buffer.from(cn).toString('base64')}
sn:: ${Buffer.from(cn).toString('base64')}
${mail ? `mail: ${mail}\n` : ''}userPassword: ${password}
`

/**
 * Starts slapd, installing it where that is possible; undefined where there is none.
 *
 * @param schema attributes and classes beside the common ones
 */
export async function startDirectory(schema = ''): Promise<DirectoryServer | undefined> {
  const slapd = await ensureProgram('slapd', 'slapd')
  const ldapadd = await ensureProgram('ldapadd', 'ldap-utils')
  if (slapd === undefined || ldapadd === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'docstead-slapd-'))
  mkdirSync(join(folder, 'db'))
  const { cert, key } = localhostCertificate
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'slapd.conf'), configuration(folder, schema))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const url = `ldap://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket.end() !== undefined))
      socket.on('error', () => resolve(false))
    })
  const start = async () => {
    const listen = `${url} ldaps://127.0.0.1:${tlsPort}`
    child = spawn(slapd, ['-h', listen, '-f', join(folder, 'slapd.conf'), '-d', '0'], { stdio: 'ignore' })
    const untilMs = Date.now() + 10_000
    while (!(await isOpen())) {
      if (Date.now() > untilMs || child.exitCode !== null) throw new Error('slapd does not start')
      await delay(10)
    }
  }
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  const run = (program: string, args: string[], input: string) =>
    execFileSync(program, ['-x', '-H', url, '-D', admin.dn, '-w', admin.password, ...args], { input, stdio: 'pipe' })
  await start()
  const server: DirectoryServer = {
    host: '127.0.0.1',
    port,
    tlsPort,
    ca: cert,
    add: (ldif) => void run('ldapadd', [], ldif),
    async load(ldif) {
      await stop()
      const program = (await ensureProgram('slapadd', 'slapd')) ?? 'slapadd'
      execFileSync(program, ['-q', '-f', join(folder, 'slapd.conf')], { input: ldif, stdio: ['pipe', 'pipe', 'pipe'] })
      await start()
    },
    addPerson: (person) => server.add(personLdif(person)),
    addGroup: (cn, members) =>
      server.add(
        `dn: ${groupDn(cn)}\nobjectClass: groupOfNames\ncn: ${cn}\n${members.map((dn) => `member: ${dn}\n`).join('')}`,
      ),
    remove: (...dns) => void run('ldapdelete', [], `${dns.join('\n')}\n`),
    modify: (ldif) => void run('ldapmodify', [], ldif),
    start,
    stop,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  server.add(skeleton)
  return server
}
