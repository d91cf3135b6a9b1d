/* A button beside each secret that copies it; without scripts a click on the text selects the whole. */
const secrets = navigator.clipboard ? document.querySelectorAll('.secret[data-copy]') : []
for (const secret of secrets) {
  const [words, done] = secret.dataset.copy.split('|')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'small copy'
  button.textContent = words
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(secret.textContent)
    button.textContent = done
  })
  secret.after(button)
}
