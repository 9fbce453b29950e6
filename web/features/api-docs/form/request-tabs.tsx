import i18next from 'i18next'
import { useState } from 'react'
import type { ApiDoc } from '#shared/api-doc/api-doc.ts'
import { pathParameterNames } from '#shared/api-doc/api-text.ts'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { lists, valueAt } from './api-source.ts'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { describeFields, setMode } from './import-text.ts'
import { ItemParameters } from './item-parameters.tsx'
import { JsonField } from './json-field.tsx'
import { type Path, setAt } from './json-source-edit.ts'
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

const modes = ['none', 'json', 'formdata', 'urlencoded', 'raw']
const textPath = ['request', 'params', 'json']

/** Editor for the body of a request: its mode and content. */
function BodyPart() {
  const { t } = useTranslation('api-page')
  const { store, source } = useApiEdit()
  const rows = useRowsDocument()
  const { mode, body } = source.doc
  const options = (modes.includes(mode) ? modes : [...modes, mode]).map((value) => ({
    value,
    label: modes.includes(value) ? t(`body.${value as 'none'}`) : value,
  }))
  const describe = () => {
    const before = store.get().text
    store.change(describeFields(lists.json, 'field', body))
    toast.ok(
      localized(() => i18next.t('api-page:json.described')),
      { undo: () => store.write(before), isOfScreen: true },
    )
  }
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
          mark={textPath.join('.')}
          isJson={mode === 'json'}
          placeholder={mode === 'json' ? '{\n  "id": 1\n}' : ''}
          onValue={(next) => store.change((now) => setAt(now, textPath, next), 'body')}
          {...(mode === 'json' && { onDescribe: describe })}
        />
      )}
      {mode === 'json' && <RowList label={t('body.fields')} document={rows} path={lists.json} kind="field" />}
      {mode !== 'none' && mode !== 'json' && mode !== 'raw' && (
        <RowList key={mode} label={t('body.rows')} document={rows} path={['request', 'params', mode]} kind="param" />
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
            onChecked={(checked) =>
              store.change((now) => setAt(now, ['request', 'auth', 'disabled'], checked ? '1' : '0'))
            }
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
