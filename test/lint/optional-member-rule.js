/** `...(x !== undefined && { x })` has a name: `...present({ x })`. */
export const optionalMemberRule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { present: 'A member that may be absent is written with present({ … }).' },
  },

  create(context) {
    const text = (node) => context.sourceCode.getText(node)
    return {
      'ObjectExpression > SpreadElement'(node) {
        const { condition, members } = parts(node.argument)
        if (condition === undefined || members?.type !== 'ObjectExpression') return
        const [member] = members.properties
        if (members.properties.length !== 1 || member?.type !== 'Property') return
        if (text(member.value) === text(condition)) context.report({ node, messageId: 'present' })
      },
    }
  },
}

/** What is asked about, and the members that follow when it is there. */
function parts(spread) {
  if (spread.type === 'LogicalExpression' && spread.operator === '&&')
    return { condition: askedAbout(spread.left, '!=='), members: spread.right }
  if (spread.type !== 'ConditionalExpression') return {}
  return isEmpty(spread.alternate)
    ? { condition: askedAbout(spread.test, '!=='), members: spread.consequent }
    : { condition: askedAbout(spread.test, '==='), members: spread.alternate }
}

const askedAbout = (test, operator) =>
  test.type === 'BinaryExpression' && test.operator === operator && test.right.name === 'undefined'
    ? test.left
    : undefined

const isEmpty = (node) => node.type === 'ObjectExpression' && node.properties.length === 0
