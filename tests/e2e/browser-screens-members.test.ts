import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addCatalog, addItem, addPage, expectVisible, newSite, type OpenOptions, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let ann: string
let mo: string
let newcomer: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  site = await newSite()
  const { admin } = site
  const owner = await site.newAccount('ann')
  ann = owner.token
  mo = (await site.newAccount('mo')).token
  newcomer = (await site.newAccount('mei')).token
  const names: string[] = []
  for (let at = 0; at < 12; at++) {
    names.push(`person${at}`)
    await admin.adminUser.addUser({
      username: `person${at}`,
      name: at === 0 ? `Somebody whose name ${'goes on and on '.repeat(8)}` : at === 1 ? 'مرحبا <b>' : `人物 ${at}`,
      password: `person ${at} and mountains`,
      groupid: '2',
    })
  }
  const { client } = owner
  const item_id = await addItem(client, { item_name: 'Orders API', password: 'come in' })
  const users = await addCatalog(client, item_id, 'Users')
  const inner = await addCatalog(client, item_id, '内部接口', users)
  await addCatalog(client, item_id, 'A catalog whose name does not fit into a row, not even half of it')
  await addPage(client, item_id, 'Getting started')
  await addPage(client, item_id, 'Create a user', '', users)
  await addPage(client, item_id, '查询用户列表', '', inner)
  await client.member.save({ item_id, username: 'mo', member_group_id: 1, cat_id: users })
  await client.member.save({ item_id, username: names.slice(0, 6).join(','), member_group_id: 0 })
  const empty = await addItem(client, { item_name: 'Nobody else' })
  const archived = await addItem(client, { item_name: 'Archived' })
  await client.member.save({ item_id: archived, username: 'mo', member_group_id: 1, cat_ids: '' })
  const team = (await client.team.save({ team_name: 'Backend' })).id
  await client.teamMember.save({ team_id: team, member_username: 'mo', team_member_group_id: 2 })
  await client.teamMember.save({ team_id: team, member_username: names.join(',') })
  await client.teamItem.save({ team_id: team, item_id: `${item_id},${archived}`, member_group_id: 0 })
  await client.item.archive({ item_id: archived, password: owner.password })
  const bare = (await client.team.save({ team_name: '产品组' })).id
  for (let at = 0; at < 8; at++)
    await client.team.save({ team_name: `Team ${'with a long name '.repeat(at % 6)}${at}` })
  Object.assign(ids, { ITEM: item_id, EMPTY: empty, ARCHIVED: archived, TEAM: team, BARE: bare })
})

const as =
  (token: () => string): (() => OpenOptions) =>
  () => ({ token: token() })
const asAnn = as(() => ann)
const members = (item: string, part = 'people') => `/item/setting/${item}?tab=members&part=${part}`
const row = (page: Page) => expectVisible(page.locator('tbody tr').first())
const primary = async (page: Page) => {
  await page.locator('main button[data-variant=primary]').first().click()
  await expectVisible(page.getByRole('dialog'))
}

const screens: Screen[] = [
  { name: 'teams', at: '/team/index', options: asAnn, reach: row },
  {
    name: 'teams-none',
    at: '/team/index',
    options: as(() => newcomer),
    reach: (page) => expectVisible(page.getByText('No teams yet.')),
  },
  { name: 'team-new', at: '/team/index', options: asAnn, reach: primary },
  { name: 'team-people', at: '/team/member/TEAM', options: asAnn, reach: row },
  {
    name: 'team-people-none',
    at: '/team/member/BARE',
    options: asAnn,
    reach: (page) => expectVisible(page.getByText('No one has been added yet.')),
  },
  { name: 'team-people-add', at: '/team/member/BARE', options: asAnn, reach: primary },
  { name: 'team-items', at: '/team/item/TEAM', options: as(() => mo), reach: row },
  {
    name: 'team-items-none',
    at: '/team/item/BARE',
    options: asAnn,
    reach: (page) => expectVisible(page.getByText('This team has no projects yet.')),
  },
  {
    name: 'team-items-bind',
    at: '/team/item/BARE',
    options: asAnn,
    reach: async (page) => {
      await primary(page)
      await page.getByRole('checkbox').first().check()
    },
  },
  {
    name: 'team-item-rights',
    at: '/team/item/TEAM?rights=ITEM',
    options: asAnn,
    reach: (page) => expectVisible(page.getByRole('dialog').locator('tbody tr').first()),
  },
  {
    name: 'team-transfer',
    at: '/team/member/TEAM',
    options: asAnn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Transfer' }).click()
      await page.getByRole('button', { name: 'Transfer team' }).click()
      await expectVisible(page.getByText('Choose the new owner.'))
    },
  },
  {
    name: 'team-gone',
    at: '/team/member/TEAM',
    options: as(() => newcomer),
    reach: (page) => expectVisible(page.getByText('This team doesn’t exist, or you’re not in it.')),
  },
  { name: 'members-people', at: members('ITEM'), options: asAnn, reach: row },
  {
    name: 'members-alone',
    at: members('EMPTY'),
    options: asAnn,
    reach: (page) => expectVisible(page.getByText(/^Only the owner so far/)),
  },
  {
    name: 'members-add',
    at: members('EMPTY'),
    options: asAnn,
    reach: async (page) => {
      await primary(page)
      await page.getByRole('combobox', { name: 'People' }).fill('mei,ghost,')
      await expectVisible(page.getByText('user not found'))
    },
  },
  { name: 'members-archived', at: members('ARCHIVED'), options: asAnn, reach: row },
  { name: 'members-teams', at: members('ITEM', 'teams'), options: asAnn, reach: row },
  {
    name: 'members-bind-team',
    at: members('EMPTY', 'teams'),
    options: asAnn,
    reach: async (page) => {
      await primary(page)
      await page.getByRole('combobox', { name: 'Team' }).click()
      await expectVisible(page.getByRole('option').first())
    },
  },
  {
    name: 'members-sight',
    at: members('ITEM', 'sight'),
    options: asAnn,
    reach: (page) => expectVisible(page.getByText('mo can read and edit only Users.')),
  },
]

testScreens(screens, () => ({
  server: site.server,
  addressOf: (at) => at.replace(/ITEM|EMPTY|ARCHIVED|TEAM|BARE/g, (name) => ids[name] ?? name),
}))
