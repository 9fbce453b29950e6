import { useState } from 'react'
import { type ApiDoc, getActiveRows } from '#shared/api-doc/api-doc.ts'
import { pathParameterNames } from '#shared/api-doc/api-text.ts'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { lists, valueAt } from './api-source.ts'
import { JsonField } from './document-fields.tsx'
import { useAim, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { setMode } from './import-text.ts'
import { type Path, setAt } from './json-source-edit.ts'
import { itemParamsAtom } from './params-atoms.ts'
import { fieldsOfBody, fieldsOfPlace } from './reading-fields.ts'
import { tabCount } from './row-edits.ts'
import { RowList } from './row-list.tsx'
import { TreeList } from './tree-list.tsx'

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

const modes = ['none', 'json', 'formdata', 'urlencoded', 'raw']
const textPath = ['request', 'params', 'json']

const itemPartOf = { query: 'query', header: 'header', cookie: 'cookies', body: 'body' } as const

/** The parameters that the item adds to a part of each request. */
function ItemParameters({ part }: { part: keyof typeof itemPartOf }) {
  const { t } = useTranslation('api-page')
  const { item_id, source } = useApiEdit()
  const [params] = useCachedQuery(itemParamsAtom, String(item_id))
  const rows = getActiveRows(queryValue(params)?.[itemPartOf[part]] ?? [])
  const isSent = part !== 'query' || source.doc.method.toLowerCase() === 'get' || source.doc.type !== 'api'
  if (rows.length === 0 || !isSent) return null
  return (
    <div className={styles.fromItem}>
      <p>{t('params.alsoSent')}</p>
      <ul>
        {rows.map(({ name, value }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Editor for the body of a request: its mode and content. */
function BodyPart() {
  const { t } = useTranslation('api-page')
  const edit = useApiEdit()
  const { store, source } = edit
  const { mode, body } = source.doc
  const options = (modes.includes(mode) ? modes : [...modes, mode]).map((value) => ({
    value,
    label: modes.includes(value) ? t(`body.${value as 'none'}`) : value,
  }))
  return (
    <>
      <span className={styles.short}>
        <Select
          size="s"
          aria-label={t('body.label')}
          data-path="request.params.mode"
          options={options}
          value={mode}
          onValue={(next) => store.change(setMode(next))}
        />
      </span>
      {mode === 'none' && <p className={styles.aside}>{t('body.nothing')}</p>}
      {(mode === 'json' || mode === 'raw') && (
        <JsonField
          label={t(mode === 'json' ? 'body.jsonText' : 'body.rawText')}
          value={body}
          path={textPath}
          isJson={mode === 'json'}
          placeholder={mode === 'json' ? '{\n  "id": 1\n}' : ''}
          {...(mode === 'json' && { fields: { path: lists.json, kind: 'field' } })}
        />
      )}
      {mode === 'json' && (
        <TreeList label={t('body.fields')} document={edit} path={lists.json} kind="field" fieldsOf={fieldsOfBody} />
      )}
      {mode !== 'none' && mode !== 'json' && mode !== 'raw' && (
        <RowList
          key={mode}
          label={t('body.rows')}
          document={edit}
          path={['request', 'params', mode]}
          kind="param"
          fieldsOf={fieldsOfBody}
        />
      )}
      {(mode === 'formdata' || mode === 'urlencoded') && <ItemParameters part="body" />}
    </>
  )
}

const keysOf: Record<string, readonly string[]> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  digest: ['username', 'password'],
}
const types = ['none', 'bearer', 'basic', 'digest']

/** Editor for the authentication of a request. */
function AuthPart() {
  const { t } = useTranslation('api-page')
  const { store, source } = useApiEdit()
  const { type, isOff } = source.doc.auth
  const list = valueAt(source.value, ['request', 'auth', type])
  const values = Array.isArray(list) ? list : []
  const given = values.map((one) => toFieldText(valueAt(one, ['key'])))
  const keys = [...given, ...(keysOf[type] ?? []).filter((key) => !given.includes(key))]
  const choose = (next: string) =>
    store.change((now) =>
      Array.isArray(valueAt(now.value, ['request', 'auth'])) || valueAt(now.value, ['request', 'auth']) === undefined
        ? setAt(now, ['request', 'auth'], { type: next, disabled: '0' })
        : setAt(now, ['request', 'auth', 'type'], next),
    )
  const write = (key: string, value: string) =>
    store.change((now) => {
      const at = given.indexOf(key)
      if (at >= 0) return setAt(now, ['request', 'auth', type, at, 'value'], value)
      return setAt(now, ['request', 'auth', type], [...values, { key, value, type: 'string' }])
    }, `auth.${key}`)
  const known = types.includes(type) ? types : [...types, type]
  return (
    <>
      <span className={styles.short}>
        <Select
          size="s"
          aria-label={t('auth.label')}
          data-path="request.auth.type"
          value={type}
          options={known.map((value) => ({
            value,
            label: types.includes(value) ? t(`auth.${value as 'none'}`) : value,
          }))}
          onValue={choose}
        />
      </span>
      {type === 'none' && <p className={styles.aside}>{t('auth.nothing')}</p>}
      {type !== 'none' && (
        <>
          <div className={styles.pair}>
            {keys.map((key) => (
              <Field key={key} label={key in fieldWords ? t(`auth.${key as 'token'}`) : key}>
                <TextInput
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  placeholder={`{{${key}}}`}
                  value={toFieldText(valueAt(values[given.indexOf(key)], ['value']))}
                  onValue={(value) => write(key, value)}
                />
              </Field>
            ))}
          </div>
          <Checkbox
            label={t('auth.off')}
            checked={isOff}
            onChecked={(checked) => store.put(['request', 'auth', 'disabled'], checked ? '1' : '0')}
          />
          <p className={styles.aside}>{t('auth.hint')}</p>
        </>
      )}
    </>
  )
}

const fieldWords = { token: true, username: true, password: true }

/** Tabs with the parts of a request. */
export function RequestTabs() {
  const { t } = useTranslation('api-page')
  const edit = useApiEdit()
  const { source } = edit
  const { doc, value } = source
  const countIn = (id: (typeof tables)[number]) => tabCount(value, lists[id])
  const [tab, setTab] = useState<TabId>(() => {
    if (hasBody(doc)) return 'body'
    return tables.find((id) => countIn(id).count) ?? 'query'
  })
  useAim((path) => setTab((now) => tabAt(path) ?? now))
  const shown = tab === 'body' && doc.type === 'websocket' ? 'query' : tab
  const counted = (id: (typeof tables)[number]): Tab<TabId> => ({
    id,
    label: t(`request.${id}`),
    ...countIn(id),
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
        {shown === 'path' && pathParameterNames(doc.url).length === 0 && !countIn('path').count && (
          <p className={styles.aside}>{t('request.pathHint')}</p>
        )}
        <RowList
          key={shown}
          label={t(`request.${shown}`)}
          document={edit}
          path={lists[shown]}
          kind={shown === 'cookie' ? 'cookie' : 'param'}
          fieldsOf={fieldsOfPlace(shown)}
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
