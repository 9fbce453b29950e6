declare global {
  var __webpack_nonce__: string | undefined
}

/** Hands the page's nonce to the libraries that add a style element, which the page's policy refuses without one. */
export function shareNonce(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
