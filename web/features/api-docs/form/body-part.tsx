import i18next from 'i18next'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import { lists } from './api-doc.ts'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { describeFields, setMode } from './import-text.ts'
import { ItemParameters } from './item-parameters.tsx'
import { setAt } from './json-edit.ts'
import { JsonField } from './json-field.tsx'
import { RowList } from './row-list.tsx'
import { useRowsDocument } from './use-rows.ts'

const modes = ['none', 'json', 'formdata', 'urlencoded', 'raw']
const textPath = ['request', 'params', 'json']

/** Editor for the body of a request: its mode and content. */
export function BodyPart() {
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
