declare global {
  var __webpack_nonce__: string | undefined
}

/** Passes the page's nonce to libraries that add style elements. The content security policy blocks them without it. */
export function shareNonce(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
