import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import type { Lang } from '#web/lib/i18n.ts'
import { loadBuiltIn } from './built-in/built-in.ts'
import type { ListedTemplate, OwnTemplate, SharedTemplate } from './templates.ts'

/** The loaded value, or the error. */
export type Read<T> = { value: T } | { error: unknown }

async function settled<T>(reading: Promise<T>): Promise<Read<T>> {
  try {
    return { value: await reading }
  } catch (error) {
    return { error }
  }
}

const turnAtom = atom(0)

/** Reloads the lists of templates. */
export const reloadTemplatesAtom = atom(null, (_get, set) => set(turnAtom, (turn) => turn + 1))

// The former list stays visible during a reload, but not for the next user at this browser.
const ownSource = atom((get) => {
  get(uidAtom)
  const list = atom((get): Promise<Read<OwnTemplate[]>> => {
    get(turnAtom)
    return settled(api.template.getMyList())
  })
  return unwrap(list, (former) => former)
})

/** The user's own templates, newest first; undefined during the first load. */
export const ownAtom = atom((get) => get(get(ownSource)))

/** The templates shared to an item, newest first; undefined during the first load. */
export const sharedAtom = (item_id: string) =>
  unwrap(
    atom((get): Promise<Read<SharedTemplate[]>> => {
      get(turnAtom)
      return settled(api.template.getItemList({ item_id }))
    }),
    (former) => former,
  )

/** The built-in templates; undefined while they load. */
export const builtInAtom = (lang: Lang) =>
  unwrap(
    atom((get): Promise<Read<ListedTemplate[]>> => {
      get(turnAtom)
      return settled(loadBuiltIn(lang))
    }),
    (former) => former,
  )

type Item = Awaited<ReturnType<typeof api.item.myList>>[number]

/** The items that a template can be shared to, with those that it is shared to now. */
export interface ShareChoice {
  items: Item[]
  shared: string[]
}

const archived = '1'

async function readShareChoice(template_id: string): Promise<ShareChoice> {
  const [items, shares] = await Promise.all([api.item.myList({}), api.template.getShareItemList({ template_id })])
  const shared = shares.map(({ item_id }) => item_id)
  return { items: items.filter((item) => item.is_archived !== archived || shared.includes(item.item_id)), shared }
}

/** The items that a template can be shared to; undefined while they load. */
export const shareChoiceAtom = (template_id: string) => unwrap(atom(() => settled(readShareChoice(template_id))))

/** Shares one of the user's own templates to these items and no others. */
export const shareAtom = atom(null, async (_get, set, template_id: string, item_ids: readonly string[]) => {
  await api.template.shareToItem({ template_id, item_id: item_ids.join(',') })
  set(reloadTemplatesAtom)
})

/** Deletes one of the user's own templates. */
export const deleteAtom = atom(null, async (_get, set, id: string) => {
  await api.template.delete({ id })
  set(reloadTemplatesAtom)
})

/** Saves a text as a template; with an id, replaces that one. */
export const saveAtom = atom(null, async (_get, set, id: string, template_title: string, template_content: string) => {
  await api.template.save({ id, template_title, template_content })
  set(reloadTemplatesAtom)
})
