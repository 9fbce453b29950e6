import i18next from 'i18next'
import { useState } from 'react'
import { splitAddress } from '#shared/api-doc/curl.ts'
import { TryItDrawer } from '#web/features/api-docs/try-it/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ApiItemIcon, ImportIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { MethodSelect } from '#web/ui/method-select.tsx'
import { RedoIcon, SendIcon, UndoIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { lists, readApi, valueAt } from './api-source.ts'
import { MarkdownField } from './document-fields.tsx'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { isFault, setAt } from './json-source-edit.ts'
import { followAddress, insertRows, shownRows } from './row-edits.ts'

const ImportDialog = lazyComponent(async () => (await import('./import-dialog.tsx')).ImportDialog)
const ItemParamsDialog = lazyComponent(async () => (await import('./item-params-dialog.tsx')).ItemParamsDialog)

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

/** Button that sends the edited request, and can save a response as an example in the form. */
function TryButton() {
  const { t } = useTranslation('api-call')
  const { store, item_id, page_id } = useApiEdit()
  const [text, setText] = useState<string>()
  const isNew = page_id === 0
  const open = () =>
    isNew ? void toast.info(localized(() => i18next.t('api-call:saveFirst'))) : setText(store.get().text)
  return (
    <>
      <Button size="s" icon={<SendIcon />} onClick={open}>
        {t('title')}
      </Button>
      <LazyBoundary>
        {text !== undefined && (
          <TryItDrawer
            text={text}
            item_id={String(item_id)}
            page_id={String(page_id)}
            canEdit
            onText={(next) => {
              store.change(() => next)
              setText(next)
            }}
            onClose={() => setText(undefined)}
          />
        )}
      </LazyBoundary>
    </>
  )
}

/** Header of the form: type, method, URL, status and description, with the tools of the form. */
export function ApiHeader() {
  const { t } = useTranslation(['api-page', 'api-reading'])
  const { store, source, item_id } = useApiEdit()
  const { type, method, url, status, description } = source.doc
  const [importing, setImporting] = useState<string>()
  const [isParams, setParams] = useState(false)
  const inAddress = splitAddress(url).query
  const statusPath =
    valueAt(source.value, ['info', 'apiStatus']) === undefined && valueAt(source.value, ['apiStatus']) !== undefined
      ? ['apiStatus']
      : ['info', 'apiStatus']
  const settle = () => store.change((now) => followAddress(now, lists.path), 'info.url')
  const moveQuery = () =>
    store.change((now) => {
      const moved = readApi(setAt(now, ['info', 'url'], splitAddress(url).url + splitAddress(url).hash))
      if (isFault(moved)) return now.text
      const has = shownRows(moved.value, lists.query)
      const added = inAddress.filter((row) => !has.some(({ name }) => name === row.name))
      return insertRows(moved, lists.query, 'param', has.length, added)
    })
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <span className={styles.kind}>
          <Select
            size="s"
            aria-label={t('head.kind')}
            value={type}
            options={[
              { value: 'api', label: t('head.http') },
              { value: 'websocket', label: 'WebSocket' },
              { value: 'sse', label: 'SSE' },
            ]}
            onValue={(next) => store.put(['info', 'type'], next)}
          />
        </span>
        <IconButton
          size="s"
          label={t('head.undo')}
          shortcut="mod+z"
          disabled={!store.get().canUndo}
          onClick={store.undo}
        >
          <UndoIcon />
        </IconButton>
        <IconButton
          size="s"
          label={t('head.redo')}
          shortcut="mod+shift+z"
          disabled={!store.get().canRedo}
          onClick={store.redo}
        >
          <RedoIcon />
        </IconButton>
        <Button size="s" icon={<ApiItemIcon />} onClick={() => setParams(true)}>
          {t('params.open')}
        </Button>
        <Button size="s" icon={<ImportIcon />} onClick={() => setImporting('')}>
          {t('import.open')}
        </Button>
        <TryButton />
      </div>
      <div className={styles.line} data-plain={type === 'websocket' || undefined}>
        {type !== 'websocket' && (
          <MethodSelect
            aria-label={t('head.method')}
            data-path="info.method"
            methods={methods}
            value={method.toLowerCase() || 'get'}
            onValue={(next) => store.put(['info', 'method'], next)}
          />
        )}
        <TextInput
          mono
          aria-label={t('head.url')}
          data-path="info.url"
          placeholder={t('head.urlHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          onValue={(next) => store.put(['info', 'url'], next)}
          onBlur={settle}
          onKeyDown={(event) => event.key === 'Enter' && settle()}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain')
            if (!/^\s*\$?\s*curl(?:\.exe)?\s/i.test(text)) return
            event.preventDefault()
            setImporting(text)
          }}
        />
        <Select
          aria-label={t('head.status')}
          data-path={statusPath.join('.')}
          value={status}
          options={(['0', '1', '2', '3', '4', '5'] as const).map((value) => ({
            value,
            label: t(`api-reading:status.${value}`),
          }))}
          onValue={(next) => store.put(statusPath, next)}
        />
      </div>
      {inAddress.length > 0 && (
        <p className={styles.aside}>
          {t('head.queryInUrl', { count: inAddress.length })}
          <Button size="s" variant="ghost" onClick={moveQuery}>
            {t('head.moveQuery')}
          </Button>
        </p>
      )}
      <MarkdownField
        label={t('head.description')}
        path={['info', 'description']}
        value={description}
        rows={2}
        placeholder={t('head.descriptionHint')}
      />
      <LazyBoundary>
        {importing !== undefined && <ImportDialog text={importing} onClose={() => setImporting(undefined)} />}
        {isParams && <ItemParamsDialog item={{ item_id: String(item_id) }} onClose={() => setParams(false)} />}
      </LazyBoundary>
    </div>
  )
}
