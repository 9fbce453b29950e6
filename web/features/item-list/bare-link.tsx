import type { ComponentProps } from 'react'
import { href, navigate } from '#web/lib/route.ts'

/** A link inside the product for long lists: it does not follow the address, so that a navigation draws none of them again. */
export function BareLink({ to, ...rest }: ComponentProps<'a'> & { to: string }) {
  return (
    <a
      {...rest}
      href={href(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}
