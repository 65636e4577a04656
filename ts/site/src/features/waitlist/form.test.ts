import { expect, it } from 'vitest';
import { answersSchema, contactSchema, emptyAnswers, emptyContact } from './form.ts';

const email = 'sam@example.com';

it.each(['sam.rivers+books@example.com', "o'neil@example.co.uk", 'SAM@EXAMPLE.COM', '1@a.io'])(
  'takes the email %s',
  (value) => {
    expect(contactSchema.safeParse({ ...emptyContact, email: value }).success).toBe(true);
  },
);

it.each([
  '@example.com',
  'sam@',
  'sam@.com',
  'sam@example.',
  '.sam@example.com',
  'sam.@example.com',
  'sam@-example.com',
  'sam\u0000@example.com',
  `${'x'.repeat(250)}@example.com`,
])('refuses the email %s', (value) => {
  expect(contactSchema.safeParse({ ...emptyContact, email: value }).error?.issues).toMatchObject([
    { path: ['email'], message: 'Please enter a valid email' },
  ]);
});

it('turns blank optional values into null', () => {
  expect(contactSchema.parse({ name: ' ', email, phone_number: '', zip_code: ' ' })).toEqual({
    name: null,
    email,
    phone_number: null,
    zip_code: null,
  });
  expect(answersSchema.parse({ ...filledAnswers(), anything_else: '\n' })).toEqual({
    ...filledAnswers(),
    anything_else: null,
  });
});

function filledAnswers() {
  return { ...emptyAnswers, book_conversation_story: 'a story', how_did_you_hear: 'a friend' };
}
