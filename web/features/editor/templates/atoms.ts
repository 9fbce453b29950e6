import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { dependentQueryAtom, queryAtom, queryFamily, queryScopeAtom } from '#web/lib/query.ts'
import { loadBuiltIn } from './built-in/built-in.ts'

/** The user's own templates, newest first. */
export const ownAtom = dependentQueryAtom((get) => {
  get(queryScopeAtom)
  return queryAtom(() => api.template.getMyList())
})

/** The templates shared to items, newest first, by item_id. */
export const sharedAtom = queryFamily((item_id, signal) => api.template.getItemList({ item_id }, { signal }), 3)

/** The built-in templates in each language. */
export const builtInAtom = queryFamily((lang) => loadBuiltIn(lang === 'zh' ? 'zh' : 'en'), 2)

/** Reloads the lists of the server. */
const reloadTemplatesAtom = atom(null, (get, set) => {
  void set(ownAtom, 'invalidate')
  for (const query of get(sharedAtom).all()) void set(query, 'invalidate')
})

type Item = Awaited<ReturnType<typeof api.item.myList>>[number]

/** The items that a template can be shared to, with those that it is shared to now. */
interface ShareChoice {
  items: Item[]
  shared: string[]
}

const archived = '1'

/** Fetches the items that a template can be shared to. */
export async function readShareChoice(template_id: string, signal: AbortSignal): Promise<ShareChoice> {
  const [items, shares] = await Promise.all([
    api.item.myList({}, { signal }),
    api.template.getShareItemList({ template_id }, { signal }),
  ])
  const shared = shares.map(({ item_id }) => item_id)
  return { items: items.filter((item) => item.is_archived !== archived || shared.includes(item.item_id)), shared }
}

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
