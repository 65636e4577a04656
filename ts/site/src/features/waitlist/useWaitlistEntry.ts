import {
  useCreateWaitlistEntry,
  useSendWaitlistEmail,
  useUpdateWaitlistEntry,
} from '@bookclub/api-client/waitlist';
import { useState } from 'react';
import type { Answers, Contact } from './form.ts';

interface SavedEntry {
  id: string;
  contact: Contact;
}

const noAnswers = {
  book_conversation_story: null,
  how_did_you_hear: null,
  anything_else: null,
  club_captain_interest: null,
};

/** The visitor's row on the waitlist: inserted in step 1, completed in step 2. */
export function useWaitlistEntry() {
  const [saved, setSaved] = useState<SavedEntry | null>(null);
  const create = useCreateWaitlistEntry();
  const update = useUpdateWaitlistEntry();
  const sendEmail = useSendWaitlistEmail();

  /** Inserts the row, or corrects the one that is there. */
  async function saveContact(contact: Contact) {
    if (saved) {
      await update.mutateAsync({ id: saved.id, data: contact });
      setSaved({ id: saved.id, contact });
    } else {
      const { id } = await create.mutateAsync({ data: { ...contact, ...noAnswers } });
      setSaved({ id, contact });
    }
  }

  async function complete(answers: Answers) {
    if (!saved) throw new Error('step 2 comes after step 1 was saved');
    await update.mutateAsync({ id: saved.id, data: answers });
    // The visitor is on the list now, so neither a failure nor a slow answer may hold him up.
    sendEmail.mutate(
      { data: { ...saved.contact, ...answers } },
      { onError: (error) => console.error('send-waitlist-email failed:', error) },
    );
    setSaved(null);
  }

  return { saveContact, complete };
}
