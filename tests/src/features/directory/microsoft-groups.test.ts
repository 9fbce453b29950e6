import { expect, test } from 'vitest'
import type { Directory, DirectoryPerson } from '#src/features/directory/index.ts'
import { readGroups } from '#src/features/directory/index.ts'
import { parseDirectorySettings } from '#src/features/directory/settings.ts'

const base = 'DC=corp,DC=example,DC=com'
const groupDn = (cn: string) => `CN=${cn},OU=Groups,${base}`

// Recorded from a domain of Samba 4.17: its groups, what each is in, and the identifier of the primary one.
const domainUsers = 'S-1-5-21-3735812989-392072846-231801448-513'
const recorded = new Map<string, { cn: string; sid?: string; memberOf: string[] }>([
  [groupDn('Team-B'), { cn: 'Team-B', memberOf: [groupDn('Team-A')] }],
  [groupDn('Team-A'), { cn: 'Team-A', memberOf: [groupDn('Backend')] }],
  [groupDn('Backend'), { cn: 'Backend', memberOf: [groupDn('Docs Users')] }],
  // a group in itself, by way of another
  [groupDn('Docs Users'), { cn: 'Docs Users', memberOf: [groupDn('Team-A')] }],
  [
    `CN=Domain Users,CN=Users,${base}`,
    { cn: 'Domain Users', sid: domainUsers, memberOf: [`CN=Users,CN=Builtin,${base}`] },
  ],
  [`CN=Users,CN=Builtin,${base}`, { cn: 'Users', memberOf: [] }],
  [groupDn('R\\26D, (Paris)'), { cn: 'R&D, (Paris)', memberOf: [] }],
])

const unescape = (text: string) =>
  text.replaceAll(/\\([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const asked: string[] = []
const directory: Directory = {
  checkPassword: () => Promise.reject(new Error('not asked')),
  async *search({ filter }) {
    asked.push(filter)
    const wanted = [...filter.matchAll(/\((distinguishedName|objectSid)=([^()]*)\)/g)].map(([, , value = '']) =>
      unescape(value),
    )
    yield [...recorded].flatMap(([dn, { cn, sid, memberOf }]) =>
      wanted.includes(dn) || (sid !== undefined && wanted.includes(sid))
        ? [
            {
              dn,
              values: new Map([
                ['cn', [cn]],
                ['memberof', memberOf],
              ]),
            },
          ]
        : [],
    )
  },
}

test('groups of Active Directory are found upwards by their names, the primary group too', async () => {
  const settings = parseDirectorySettings({ host: 'dc1.corp.example.com', base_dn: base })
  if ('missing' in settings) throw new Error(settings.missing)
  const person: DirectoryPerson = {
    dn: `CN=晓宇 林,OU=Staff,${base}`,
    subject: '1f8db98eb9c19d43a26e3874da98b306',
    username: 'lin',
    name: '晓宇 林',
    email: '',
    principal: 'lin@corp.example.com',
    memberOf: [groupDn('Team-B'), groupDn('R\\26D, (Paris)')],
    primaryGroup: domainUsers,
  }
  const groups = await readGroups(directory, settings, person)
  for (const name of ['Team-B', 'team-a', 'Backend', groupDn('Docs Users'), 'Domain Users', 'Users', 'R&D, (Paris)'])
    expect(groups.has(name), name).toBe(true)
  expect(groups.has('Docs Admins')).toBe(false)
  // one search for each level, the last of which finds nothing new
  expect(asked).toHaveLength(4)
})
