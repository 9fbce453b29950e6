import { bundleFormat, bundleRights } from '#shared/bundle-format.ts'
import { hasPermission } from '#src/access/item-access.ts'
import { isItemMember } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import { visibilityOf } from '#src/access/visibility.ts'
import { nowSeconds } from '#src/core/app.ts'
import type { Db } from '#src/db/database.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findItemFacts } from '../queries.ts'
import { type Branch, inOrder, type Tree } from '../scope.ts'
import type { Exporter, ExportSource } from '../source.ts'
import type { BundlePage, ExportFile, MarkdownPart } from '../worker-message.ts'
import {
  findItemSettings,
  isStarred,
  listCommentsOn,
  listEnvironmentsOf,
  listMemberNames,
  listPageFacts,
  listSharedTemplates,
  listTeamMemberNames,
  listTeamNames,
  listVersionSizes,
  listVersions,
} from './bundle-queries.ts'
import type { Place } from './places.ts'

// The number of pages whose rows are read from the database at once.
const pagesAtOnce = 50

// The size of the packed texts of former versions that are passed on at once. One may be larger.
const sliceBytes = 500_000

/** Yields a list in pieces. */
function* piecesOf<T>(list: readonly T[], length = pagesAtOnce): Generator<T[]> {
  for (let from = 0; from < list.length; from += length) yield list.slice(from, from + length)
}

const idOf = ({ page }: Place): number => page.page_id

/** Yields the former versions of pages, those of a page oldest first. Their texts stay packed: the worker unpacks them. */
export async function* versionParts(db: Db, places: readonly Place[]): AsyncGenerator<MarkdownPart[]> {
  for (const some of piecesOf(places)) {
    const rows = await listVersionSizes(db, some.map(idOf))
    for (let from = 0; from < rows.length; ) {
      let to = from
      for (let bytes = 0; to < rows.length && to - from < pagesAtOnce && bytes < sliceBytes; to += 1)
        bytes += rows[to]?.bytes ?? 0
      const ids = rows.slice(from, to).map(({ page_history_id }) => page_history_id)
      yield (await listVersions(db, ids)).map((version) => ({ version }))
      from = to
    }
  }
}

/** Yields the comments on pages and their replies, unless readers cannot see any and the user does not manage the item. */
export async function* commentParts({ app, item }: Exporter, places: readonly Place[]): AsyncGenerator<MarkdownPart[]> {
  const { allow_comment } = await findItemSettings(app.db, item.item_id)
  if (!allow_comment && !hasPermission(item, 'manage')) return
  for (const some of piecesOf(places))
    yield (await listCommentsOn(app.db, some.map(idOf))).map(({ is_deleted, username, addtime, ...row }) => ({
      comment: { ...row, author: username, is_deleted: is_deleted === 1, created_at: addtime },
    }))
}

const rightOf = (member_group_id: number) => bundleRights[member_group_id] ?? 'view'

const memberOf = ({ username, ...row }: { username: string; member_group_id: number; cat_ids: string }) => ({
  username,
  right: rightOf(row.member_group_id),
  catalogs: (row.cat_ids.match(/\d+/g) ?? []).map(Number).filter((cat_id) => cat_id > 0),
})

/** Returns the people of an item by name, as only those who manage it may see them. */
async function peopleOf({ app, item }: Exporter) {
  if (!hasPermission(item, 'manage')) return { members: [], teams: [] }
  const [members, teams, inTeams] = await Promise.all([
    listMemberNames(app.db, item.item_id),
    listTeamNames(app.db, item.item_id),
    listTeamMemberNames(app.db, item.item_id),
  ])
  return {
    members: members.map(memberOf),
    teams: teams.map(({ id, team_name, owner, member_group_id }) => ({
      team_name,
      owner,
      right: rightOf(member_group_id),
      members: inTeams.filter(({ team_id }) => team_id === id).map(memberOf),
    })),
  }
}

/** Returns what belongs to the whole item; nothing for an export of a part of it. */
async function wholeOf(by: Exporter, { part }: ExportSource) {
  if (part !== 'item' || by.item.catalogs) return { members: [], teams: [], templates: [], environments: [] }
  const { app, item, user } = by
  const row = await findItem(app.db, item)
  const isMember = row !== undefined && (await isItemMember(app.db, user, row))
  const [people, templates, environments] = await Promise.all([
    peopleOf(by),
    listSharedTemplates(app.db, item.item_id),
    isMember ? listEnvironmentsOf(app.db, item.item_id) : [],
  ])
  return {
    ...people,
    templates: templates.map(({ template_title: title, template_content: content, username: author }) => ({
      title,
      content,
      author,
    })),
    environments: environments.map(({ env_name, base_url, variables }) => ({
      env_name,
      base_url,
      variables: JSON.parse(variables) as unknown,
    })),
  }
}

const catalogsOf = (tree: Tree): Branch[] =>
  inOrder(tree).flatMap((part) => ('catalog' in part ? [part.catalog, ...catalogsOf(part.catalog)] : []))

/** What is known about the content of an archive when its last file is written. */
interface BundleContent {
  source: ExportSource
  places: readonly Place[]
  files: readonly ExportFile[]
  /** The path of a file in the archive. */
  pathOf(file: ExportFile): string
  /** The signs of the files in a page's list of attachments, and of those that only its texts show. */
  filesOf(page_id: number): { listed: string[]; shown: string[] }
}

/** Yields `docstead.json`, which brings the item back. The worker adds to each page the checksum of its file. */
export async function* bundleParts(by: Exporter, content: BundleContent): AsyncGenerator<MarkdownPart[]> {
  const { app, item, user } = by
  const { source, places } = content
  const { item_name, item_description, item_type, password } = await findItemFacts(app.db, item.item_id)
  const { item_domain, allow_comment, allow_feedback, owner } = await findItemSettings(app.db, item.item_id)
  const site_url = app.config.site_url || (await readOptions(app.db)).site_url
  const head = {
    format: bundleFormat.name,
    version: bundleFormat.version,
    part: source.part,
    exported_at: nowSeconds(app),
    addresses: { site: site_url, item_id: item.item_id, item_domain },
    item: {
      item_name,
      item_description,
      item_type,
      owner: owner ?? '',
      visibility: visibilityOf({ password }),
      allow_comment: allow_comment === 1,
      allow_feedback: allow_feedback === 1,
      is_starred: await isStarred(app.db, item.item_id, user.uid),
      global_param: source.globals,
    },
    ...(await wholeOf(by, source)),
    catalogs: catalogsOf(source.tree).map(({ cat_id, parent_cat_id, cat_name, s_number }) => ({
      cat_id,
      parent_cat_id,
      cat_name,
      s_number,
    })),
    files: content.files.map((file) => ({
      sign: file.sign,
      path: content.pathOf(file),
      display_name: file.display_name,
    })),
  }
  yield [{ bundle: `${JSON.stringify(head, null, 1).slice(0, -2)},\n "pages": [` }]
  let before = '\n'
  for (const some of piecesOf(places)) {
    const facts = new Map((await listPageFacts(app.db, some.map(idOf))).map((row) => [row.page_id, row]))
    const pages = some.flatMap(({ page, path }): BundlePage[] => {
      const row = facts.get(page.page_id)
      if (!row) return []
      const { page_id, cat_id, page_title, s_number, page_comments, is_draft } = page
      const { listed, shown } = content.filesOf(page_id)
      return [
        {
          page_id,
          cat_id,
          page_title,
          s_number,
          path,
          page_comments,
          is_draft: is_draft === 1,
          author: row.author_username,
          created_at: row.page_addtime,
          saved_at: row.addtime,
          page_version: row.page_version,
          ...(listed.length > 0 && { files: listed }),
          ...(shown.length > 0 && { shown_files: shown }),
          ...(row.template !== null && { mock: { path: row.path ?? '/', template: row.template } }),
        },
      ]
    })
    yield pages.flatMap((bundlePage, at) => [{ bundle: at === 0 ? before : ',\n' }, { bundlePage }])
    if (pages.length > 0) before = ',\n'
  }
  yield [{ bundle: '\n]' }, { bundleEnd: true }]
}
