//! How a client keeps what it knows up to date.

use std::borrow::Cow;

use dicehouse_rules::View;

use super::to_client::Moment;

impl Moment {
    /// Goes on with the next moment of the same game. Only the new items of its past were sent; the others are kept.
    pub fn follow(&mut self, mut next: Moment) {
        fn join<T: Clone>(had: &[T], new: &mut Cow<'_, [T]>, from: usize) {
            let mut all = had.get(..from).unwrap_or(had).to_vec();
            all.extend_from_slice(new);
            *new = Cow::Owned(all);
        }
        let from = next.past_from as usize;
        match (&self.view, &mut next.view) {
            (View::Liars(had), View::Liars(new)) => join(&had.past, &mut new.past, from),
            (View::Claims(had), View::Claims(new)) => join(&had.past, &mut new.past, from),
            (View::Pairs(had), View::Pairs(new)) => join(&had.past, &mut new.past, from),
            // Another game begins with a whole view.
            (View::Liars(_) | View::Claims(_) | View::Pairs(_), _) => {}
        }
        next.past_from = 0;
        *self = next;
    }
}
