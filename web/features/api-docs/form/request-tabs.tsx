import { useState } from 'react'
import { pathParameterNames } from '#web/features/page/content/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { type ApiDoc, lists } from './api-doc.ts'
import { AuthPart } from './auth-part.tsx'
import { BodyPart } from './body-part.tsx'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { ItemParameters } from './item-parameters.tsx'
import type { Path } from './json-edit.ts'
import { countRows } from './row-edits.ts'
import { RowList } from './row-list.tsx'
import { useRowsDocument } from './use-rows.ts'

type TabId = 'query' | 'path' | 'header' | 'cookie' | 'body' | 'auth'

const tables = ['query', 'path', 'header', 'cookie'] as const
const partOf: Record<string, TabId> = {
  query: 'query',
  pathVariable: 'path',
  headers: 'header',
  cookies: 'cookie',
  params: 'body',
  auth: 'auth',
}

const tabAt = (path: Path): TabId | undefined => (path[0] === 'request' ? partOf[String(path[1])] : undefined)

const hasBody = ({ type, mode }: ApiDoc) => type !== 'websocket' && mode !== 'none'

/** Tabs with the parts of a request. */
export function RequestTabs() {
  const { t } = useTranslation('api-page')
  const { source, aim } = useApiEdit()
  const rows = useRowsDocument()
  const { doc, value } = source
  const count = (id: (typeof tables)[number]) => countRows(value, lists[id])
  const [tab, setTab] = useState<TabId>(() => {
    if (hasBody(doc)) return 'body'
    return tables.find((id) => count(id) > 0) ?? 'query'
  })
  const [followed, setFollowed] = useState(aim)
  if (aim !== followed) {
    setFollowed(aim)
    const wanted = aim && tabAt(aim.path)
    if (wanted) setTab(wanted)
  }
  const shown = tab === 'body' && doc.type === 'websocket' ? 'query' : tab
  const counted = (id: (typeof tables)[number]): Tab<TabId> => ({
    id,
    label: t(`request.${id}`),
    ...(count(id) > 0 && { count: count(id) }),
  })
  const body: Tab<TabId> = {
    id: 'body',
    label: hasBody(doc) ? t('request.bodyOf', { mode: getModeLabel(doc.mode) }) : t('request.body'),
  }
  const auth: Tab<TabId> = {
    id: 'auth',
    label: doc.auth.type === 'none' ? t('request.auth') : t('request.authOf', { type: doc.auth.type }),
  }
  const tabs = [...tables.map(counted), ...(doc.type === 'websocket' ? [] : [body]), auth]
  const panel = () => {
    if (shown === 'body') return <BodyPart />
    if (shown === 'auth') return <AuthPart />
    return (
      <>
        {shown === 'path' && pathParameterNames(doc.url).length === 0 && count('path') === 0 && (
          <p className={styles.aside}>{t('request.pathHint')}</p>
        )}
        <RowList
          key={shown}
          label={t(`request.${shown}`)}
          document={rows}
          path={lists[shown]}
          kind={shown === 'cookie' ? 'cookie' : 'param'}
          {...(shown === 'path' && { known: pathParameterNames(doc.url) })}
        />
        {shown !== 'path' && <ItemParameters part={shown} />}
      </>
    )
  }
  return (
    <Tabs label={t('request.label')} tabs={tabs} value={shown} onValue={setTab}>
      <div className={styles.block}>{panel()}</div>
    </Tabs>
  )
}

/** Returns the label of a body mode, as API clients call it. */
export const getModeLabel = (mode: string): string =>
  ({ json: 'JSON', formdata: 'form-data', urlencoded: 'urlencoded', raw: 'raw' })[mode] ?? mode
