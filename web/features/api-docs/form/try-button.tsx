import i18next from 'i18next'
import { useState } from 'react'
import { TryItDrawer } from '#web/features/api-docs/try-it/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { SendIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { toast } from '#web/ui/toast.ts'
import { useApiEdit } from './edit-context.ts'

/** Button that sends the edited request, and can save a response as an example in the form. */
export function TryButton() {
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
