import { useState } from 'react'
import { TryItDrawer } from '#web/features/api-call/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { SendIcon } from '#web/ui/icons.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useApiEdit } from './edit-context.ts'

/** Sends the request that is being written, and takes an answer into the form as an example. */
export function TryButton() {
  const { t } = useTranslation('api-call')
  const { store, item_id, page_id } = useApiEdit()
  const [text, setText] = useState<string>()
  const isNew = page_id === 0
  const button = (
    <Button
      size="s"
      icon={<SendIcon />}
      aria-disabled={isNew || undefined}
      onClick={() => !isNew && setText(store.get().text)}
    >
      {t('title')}
    </Button>
  )
  return (
    <>
      {isNew ? <Tooltip text={t('saveFirst')}>{button}</Tooltip> : button}
      <OnDemand>
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
      </OnDemand>
    </>
  )
}
