import type { api } from '#web/lib/api.ts'

/** The settings of a docs site, as a manager gets them. */
export type DocsSettings = Awaited<ReturnType<typeof api.docsSite.detail>>

/** What the form edits. */
export interface DocsForm {
  is_on: boolean
  site_name: string
  site_description: string
  color: string
  home_page_id: string
  version_name: string
  links: readonly { title: string; url: string }[]
  /** One on each line. */
  hosts: string
}

/** Returns the form for stored settings. */
export const formOf = (settings: DocsSettings): DocsForm => {
  const { is_on, site_name, site_description, color, home_page_id, version_name, links, hosts } = settings
  return { is_on, site_name, site_description, color, home_page_id, version_name, links, hosts: hosts.join('\n') }
}

/** Returns the fields that differ from the stored ones: what others save in the meantime stays. */
export function changesOf(form: DocsForm, stored: DocsForm): Partial<DocsForm> {
  const names = Object.keys(form) as (keyof DocsForm)[]
  const isSame = (name: keyof DocsForm) => JSON.stringify(form[name]) === JSON.stringify(stored[name])
  return Object.fromEntries(names.filter((name) => !isSame(name)).map((name) => [name, form[name]]))
}

const fieldOfError: Record<string, keyof DocsForm> = {
  docsColorBad: 'color',
  docsLinkBad: 'links',
  docsHostBad: 'hosts',
  docsHostTaken: 'hosts',
  docsHostOfSite: 'hosts',
  docsHostAdminOnly: 'hosts',
  docsHostNoAddress: 'hosts',
  docsHostTooMany: 'hosts',
  pageGone: 'home_page_id',
}

/** Returns the field that an error of the server is about; undefined when it is about none. */
export const fieldOf = (errorName: string): keyof DocsForm | undefined => fieldOfError[errorName]
