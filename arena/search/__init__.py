"""Sound search: public trees that grow, and counterfactual regret minimisation on them."""
