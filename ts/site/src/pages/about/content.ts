/** The words of the about page. They state only what is known of the service. */
export const lead =
  'Six men, one good book, and a table to sit around. That is the whole idea. Here is why it is worth an evening.';

export interface Section {
  title: string;
  paragraphs: string[];
  points?: { name: string; text: string }[];
}

export const sections: Section[] = [
  {
    title: 'Why',
    paragraphs: [
      'What does it mean to live a good life? It is one of the oldest questions there are, and a hard one to answer alone. People have worked on it for a very long time, and they left us what they found: in books of wisdom and morality, in spiritual practice, in the religions of the world, and lately in cognitive science.',
      'Reading them is one half. The other half is talking them over with friends: men who have read the same pages, see them otherwise than you do, and will be there again at the next dinner.',
    ],
  },
  {
    title: 'How It Started',
    paragraphs: [
      'With that question, and with a form that is small enough to try: a few men in one area, one book at a time, and a dinner to talk about it.',
      'Today that form is being tried in pilot clubs in Denver and Boulder. The waitlist is how the next six find each other.',
    ],
  },
  {
    title: 'What to Expect',
    paragraphs: [
      'A club is small enough that everyone speaks, and slow enough that everyone can finish the book.',
    ],
    points: [
      { name: 'Six men', text: 'who live in the same area.' },
      { name: 'One book', text: 'every six weeks, on wisdom and the good life.' },
      { name: 'One dinner', text: 'to talk it over, with a different host each time.' },
    ],
  },
  {
    title: 'Commitments',
    paragraphs: [
      'A table of six notices an empty chair. So three things are asked of everyone who sits at it.',
    ],
    points: [
      { name: 'Read', text: 'the book. You have six weeks for it.' },
      { name: 'Come', text: 'to the dinner, and listen as well as you talk.' },
      { name: 'Host', text: 'when it is your turn. It is about the company, not the cooking.' },
    ],
  },
  {
    title: 'Your First Step',
    paragraphs: [
      'Join the waitlist. It takes two short steps: how to reach you, and a few questions about you and books. You can also say that you would like to be a club captain.',
      'Your contact information is never sold and is shared only with club members. What you write about yourself is used only behind the scenes.',
    ],
  },
];

export const pilotNote = 'Pilot clubs currently run in Denver/Boulder.';
